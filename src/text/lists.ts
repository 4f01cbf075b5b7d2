// The front door imports this file: no packages here.

/** Splits a list in an input, by commas and white space. */
export function parseList(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/u).filter(Boolean))]
}

/** Whether a list of logins has one; logins aren't case-sensitive. */
export function isListed(login: string, logins: readonly string[]): boolean {
  return logins.some((each) => each.toLowerCase() === login.toLowerCase())
}
