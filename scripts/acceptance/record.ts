import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, Exchange } from './client.ts'
import type { PlayedRow } from './play.ts'

/** What a real run has shown of GitHub, as the tests read it. */
export interface Recording {
  /** The deliveries that started workflows, as the runner writes them. */
  events: { name: string; payload: unknown }[]
  /** Requests of the driver, with GitHub's answers and delays. */
  exchanges: Exchange[]
}

/** Who people and repositories are in a recording, by their real names. */
export interface Cast {
  /** Replaced as whole words, in any case of letters; the longest first. */
  names: Record<string, string>
}

/** Headers that say something about GitHub, and nothing about the account. */
const KEPT_HEADERS =
  /^(?:content-type|date|link|retry-after|x-ratelimit-[\w-]+|x-github-media-type|x-accepted-github-permissions)$/u
/** Fields with names, addresses, or keys of people; and those that only take space. */
const PRIVATE_FIELDS =
  /^(?:email|gravatar_id|avatar_url|bio|company|location|blog|twitter_username|verification|hooks_url|temp_clone_token)$/u
export const PERSON = { name: 'A person', email: 'person@example.com' }
export const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu
export const KEYS =
  /\b(?:gh[a-z]_|github_pat_|mint_)[\w-]{8,}|([?&](?:sig|token|access_token|X-Amz-Signature)=)[^&"\s]+/gu

/** A recording of rows and exchanges without anything private. */
export function createRecording(rows: readonly PlayedRow[], clients: readonly Client[], cast: Cast): Recording {
  const events = rows.flatMap(({ event }) => event ?? [])
  const exchanges = clients.flatMap((client) => client.exchanges.map(selectHeaders))
  return anonymize({ events, exchanges }, cast) as Recording
}

/** Writes a file for the deliveries, and one for the exchanges. */
export function writeRecording(recording: Recording, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(recording))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 1)}\n`)
}

function selectHeaders({ headers, ...exchange }: Exchange): Exchange {
  return {
    ...exchange,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.test(name))),
  }
}

/** The same value with other names, and without addresses and keys. */
function anonymize(value: unknown, cast: Cast): unknown {
  if (typeof value === 'string') return replaceTexts(value, cast)
  if (Array.isArray(value)) return value.map((item) => anonymize(item, cast))
  if (typeof value !== 'object' || value === null) return value
  const isPerson = 'name' in value && 'email' in value && !('id' in value)
  const fields = Object.entries(value).filter(([name]) => !PRIVATE_FIELDS.test(name))
  const kept = Object.fromEntries(fields.map(([name, field]) => [replaceTexts(name, cast), anonymize(field, cast)]))
  // The author of a commit is a name and an address; an account has its own name only where it was looked up.
  if (isPerson) return { ...kept, ...PERSON }
  return 'login' in value && 'name' in value ? { ...kept, name: PERSON.name } : kept
}

function replaceTexts(text: string, { names }: Cast): string {
  const pairs = Object.entries(names).toSorted(([one], [other]) => other.length - one.length)
  const renamed = pairs.reduce(
    (before, [real, other]) =>
      before.replace(new RegExp(`(?<![\\w-])${real.replaceAll('.', '\\.')}(?![\\w-])`, 'giu'), other),
    text,
  )
  return renamed.replace(ADDRESS, PERSON.email).replace(KEYS, (_, parameter = '') => `${parameter}removed`)
}

/** An account as `GET /user` shows it. */
export interface Account {
  login: string
  name?: string | null
}

/** The names that a recording gives to the accounts and repositories of a run. */
export function castOf(repository: string, action: string, person: Account, stranger?: Account): Cast {
  const [owner = '', name = ''] = repository.split('/')
  const [actionOwner = ''] = action.split('/')
  const shown = [person.name, stranger?.name].flatMap((each) => (each ? [[each, PERSON.name] as const] : []))
  return {
    names: {
      ...Object.fromEntries(shown),
      ...(stranger && { [stranger.login]: 'stranger' }),
      [person.login]: 'maintainer',
      ...{ [actionOwner]: 'acme', [owner]: 'acme', [name]: 'app' },
    },
  }
}
