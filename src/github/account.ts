import { type JsonObject, readFields, readNumber, readText } from '../untrusted/json.ts'

/** An account of GitHub. Its fields are undefined for a deleted one. `type` is `User`, `Bot`, ... */
export type Account = ReturnType<typeof parseAccount>

export function parseAccount(value: unknown) {
  const { id, login, type }: JsonObject = readFields(value)
  return { id: readNumber(id), login: readText(login), type: readText(type) }
}

/** Whether `logins` has this login, in any case of letters. */
export function isListed(login: string | undefined, logins: readonly string[]): login is string {
  return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase())
}
