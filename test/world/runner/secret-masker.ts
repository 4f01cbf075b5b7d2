/** Knows the secrets of a run, and hides them. */
export type SecretMasker = ReturnType<typeof createSecretMasker>

/**
 * A masker with the runner's rules: it hides a secret and the forms it often takes (base64, JSON, URL, XML), and what
 * overlaps or touches becomes one `***`.
 */
export function createSecretMasker(secrets: readonly string[]) {
  const hidden = new Set<string>(secrets.flatMap(listForms))
  return {
    add: (secret: string): void => listForms(secret).forEach((form) => void hidden.add(form)),
    mask: (text: string): string => hide(text, hidden),
  }
}

// As registered in `HostContext.cs` of actions/runner. A secret in the middle of encoded text starts at any of three places.
function listForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    bytes.toString('base64'),
    bytes.subarray(1).toString('base64'),
    bytes.subarray(2).toString('base64'),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("'", "''"),
    secret.replaceAll('"', '\\"'),
    escapeUri(secret),
    escapeXml(secret),
    secret.length > 8 && /^".*"$/s.test(secret) ? secret.slice(1, -1) : '',
  ]
  return forms.filter((form) => form !== '')
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
  const isHidden = new Uint8Array(text.length)
  for (const secret of hidden) {
    // One step at a time, as a secret may overlap itself.
    for (let start = text.indexOf(secret); start >= 0; start = text.indexOf(secret, start + 1))
      isHidden.fill(1, start, start + secret.length)
  }
  if (!isHidden.includes(1)) return text
  const parts = Array.from(isHidden, (mark, at) => {
    if (mark === 0) return text.charAt(at)
    return isHidden[at - 1] === 1 ? '' : '***'
  })
  return parts.join('')
}
