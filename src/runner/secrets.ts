import * as core from '@actions/core'

/** The values that must not come out anywhere: masked for the runner, and removed by ourselves. */
export interface Secrets {
  /** From now on `value` is masked in the log by the runner and replaced by every `redact`. */
  hide(value: string): void
  /** `text` without any hidden value. */
  redact(text: string): string
}

/** What stands in the place of a hidden value. */
const REDACTED = '***'

/** A set of secrets, empty at first. The runner's own masking covers the log only, so every way out redacts too. */
export function createSecrets(): Secrets {
  const hidden = new Set<string>()
  return {
    hide(value) {
      for (const form of formsOf(value)) {
        if (hidden.has(form)) continue
        core.setSecret(form)
        hidden.add(form)
      }
    },
    redact(text) {
      let redacted = text
      for (const value of hidden) redacted = redacted.replaceAll(value, REDACTED)
      return redacted
    },
  }
}

/** The forms in which a value may come back: as it is, line by line, as a part of a URL, in a JSON string. */
function formsOf(value: string): string[] {
  const forms = [
    value,
    ...value.split(/\s+/u),
    encodeURIComponent(value.toWellFormed()),
    JSON.stringify(value).slice(1, -1),
  ]
  // Masking one or two characters would blacken the whole log and tell nobody anything.
  return forms.filter((form) => form.length > 2).sort((a, b) => b.length - a.length)
}
