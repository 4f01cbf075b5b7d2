export type SecretMasker = ReturnType<typeof createSecretMasker>

/** A masker that hides a secret and the forms it often takes; what overlaps or touches becomes one `***`. */
export function createSecretMasker(secrets: readonly string[]) {
  const hidden = new Set(secrets.flatMap(listForms))
  return {
    add: (secret: string): void => listForms(secret).forEach((form) => void hidden.add(form)),
    mask(text: string): string {
      const isHidden = new Uint8Array(text.length)
      for (const secret of hidden) {
        // One step at a time, as a secret may overlap itself.
        for (let start = text.indexOf(secret); start >= 0; start = text.indexOf(secret, start + 1))
          isHidden.fill(1, start, start + secret.length)
      }
      if (!isHidden.includes(1)) return text
      const show = (mark: number, at: number) => (mark === 0 ? text.charAt(at) : isHidden[at - 1] === 1 ? '' : '***')
      return Array.from(isHidden, show).join('')
    },
  }
}

/** Some of the runner's own list (`HostContext.cs`). A secret within encoded text starts at any of three places. */
function listForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const encoded = [0, 1, 2].map((start) => bytes.subarray(start).toString('base64'))
  const escaped = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]
  return [secret, ...encoded, ...escaped].filter((form) => form !== '')
}
