import { type JsonObject, readFields, readName, readNumber } from '../untrusted/json.ts'

/** An account of GitHub. All fields are undefined for a deleted one. */
export interface Account {
  /** Undefined where GraphQL has named the account. */
  id: number | undefined
  /** As in REST: that of a bot ends with `[bot]`. */
  login: string | undefined
  /** `User`, `Bot`, ... */
  type: string | undefined
}

export function parseAccount(value: unknown): Account {
  const { id, login, type }: JsonObject = readFields(value)
  return { id: readNumber(id), login: parseLogin(login), type: readName(type, /^[A-Za-z]{1,40}$/u) }
}

/**
 * An account as GraphQL shows it, with the login that REST has: `ignore-authors`, events and comments use that one.
 * GraphQL's logins of bots have no `[bot]`.
 */
export function parseActor(value: unknown): Account {
  const { login, __typename }: JsonObject = readFields(value)
  const type = readName(__typename, /^[A-Za-z]{1,40}$/u)
  const name = parseLogin(login)
  return { id: undefined, login: type === 'Bot' ? formatBotLogin(name) : name, type }
}

function formatBotLogin(login: string | undefined): string | undefined {
  if (login === undefined || login.endsWith('[bot]')) return login
  return login === 'copilot-swe-agent' ? 'Copilot' : `${login}[bot]`
}

export function parseLogin(value: unknown): string | undefined {
  return readName(value, /^[\w-]{1,100}(\[bot\])?$/u)
}

/** Whether `logins` has this login, in any case of letters. */
export function isListed(login: string | undefined, logins: readonly string[]): login is string {
  return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase())
}

/** Whether a bot that isn't listed wrote a comment: then there is nothing to do. */
export function isUnlistedBot(author: Account, allowedBots: readonly string[]): boolean {
  return author.type !== 'User' && !isListed(author.login, allowedBots)
}
