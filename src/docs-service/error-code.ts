/** The code of an error of `fetch`, such as `ECONNREFUSED`; nothing when it has none that is safe to show. */
export function findErrorCode(error: unknown): string | undefined {
  const codes = listCauses(error).map((cause) => (cause as NodeJS.ErrnoException).code)
  return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code))
}

/** The error and what is below it. */
function listCauses(error: unknown): Error[] {
  const causes: Error[] = []
  for (let next = error; next instanceof Error && causes.length < 10; next = next.cause) causes.push(next)
  return causes
}
