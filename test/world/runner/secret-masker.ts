/** Knows the secrets of a run, and hides them. */
export interface SecretMasker {
  add(secret: string): void
  mask(text: string): string
}

/**
 * A masker with the runner's rules: it hides a secret and the forms it often takes (base64, JSON, URL, XML), and what
 * overlaps or touches becomes one `***`.
 */
export function createSecretMasker(secrets: readonly string[]): SecretMasker {
  const hidden = new Set<string>()

  function add(secret: string): void {
    for (const form of listForms(secret)) {
      if (form !== '') {
        hidden.add(form)
      }
    }
  }

  secrets.forEach(add)
  return { add, mask: (text) => hide(text, hidden) }
}

// As registered in `HostContext.cs` of actions/runner. A secret in the middle of encoded text starts at any of three places.
function listForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    bytes.toString('base64'),
    bytes.length > 1 ? bytes.subarray(1).toString('base64') : '',
    bytes.length > 2 ? bytes.subarray(2).toString('base64') : '',
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("'", "''"),
    secret.replaceAll('"', '\\"'),
    escapeUri(secret),
    escapeXml(secret),
    secret.length > 8 && /^".*"$/s.test(secret) ? secret.slice(1, -1) : '',
  ]
}

function escapeUri(text: string): string {
  // `encodeURIComponent` leaves five characters alone that .NET's `Uri.EscapeDataString` does not.
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

function hide(text: string, hidden: ReadonlySet<string>): string {
  let shown = ''
  let position = 0
  for (const { start, end } of mergeRanges(findRanges(text, hidden))) {
    shown += `${text.slice(position, start)}***`
    position = end
  }
  return shown + text.slice(position)
}

interface Range {
  start: number
  end: number
}

function findRanges(text: string, hidden: ReadonlySet<string>): Range[] {
  const ranges: Range[] = []
  for (const secret of hidden) {
    // One step at a time, as a secret may overlap itself.
    for (let start = text.indexOf(secret); start >= 0; start = text.indexOf(secret, start + 1)) {
      ranges.push({ start, end: start + secret.length })
    }
  }
  return ranges.sort((one, other) => one.start - other.start)
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last !== undefined && range.start <= last.end) {
      last.end = Math.max(last.end, range.end)
    } else {
      merged.push({ ...range })
    }
  }
  return merged
}
