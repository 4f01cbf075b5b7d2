import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from './client.ts'
import { ADDRESS, findPrivate, KEYS, PERSON } from './find-private.ts'
import type { JobReport } from './job-report.ts'

/** What a real run has shown of GitHub, as the tests read it. */
export interface Recording {
  /** The deliveries that started workflows, as the runner writes them. */
  events: JobReport['event'][]
  /** Requests of the driver, with GitHub's answers and delays. */
  exchanges: Exchange[]
}

/** An account as `GET /user` shows it. */
export interface Person {
  login: string
  name?: string | null
}

/** What real names are replaced with, as whole words in any case of letters. */
type Cast = Record<string, string>

/** Headers that say something about GitHub, and nothing about the account. */
const KEPT_HEADERS =
  /^(?:content-type|date|link|retry-after|x-ratelimit-[\w-]+|x-github-media-type|x-accepted-github-permissions)$/u
/** Fields with names, addresses, or keys of people; and those that only take space. */
const PRIVATE_FIELDS =
  /^(?:email|gravatar_id|avatar_url|bio|company|location|blog|twitter_username|verification|hooks_url|temp_clone_token)$/u

/** The recording of a run without anything private. */
export function createRecording(
  { events, exchanges }: Recording,
  repository: string,
  action: string,
  person: Person,
  stranger?: Person,
): Recording {
  const [owner = '', name = ''] = repository.split('/')
  const shown = [person.name, stranger?.name].flatMap((each) => (each ? [[each, PERSON.name]] : []))
  const cast: Cast = {
    ...Object.fromEntries(shown),
    ...(stranger && { [stranger.login]: 'stranger' }),
    [person.login]: 'maintainer',
    [action.split('/')[0] ?? '']: 'acme',
    [owner]: 'acme',
    [name]: 'app',
  }
  return anonymize({ events, exchanges: exchanges.map(selectHeaders) }, cast) as Recording
}

/** Writes a file for the deliveries, and one for the exchanges. @throws Error if there is something private in it */
export function writeRecording(recording: Recording, folder: string): void {
  const [problem] = findPrivate(recording)
  if (problem !== undefined) throw new Error(`The recording isn't saved: ${problem}`)
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

function replaceTexts(text: string, cast: Cast): string {
  const pairs = Object.entries(cast).toSorted(([one], [other]) => other.length - one.length)
  const renamed = pairs.reduce(
    (before, [real, other]) =>
      before.replace(new RegExp(`(?<![\\w-])${real.replaceAll('.', '\\.')}(?![\\w-])`, 'giu'), other),
    text,
  )
  return renamed.replace(ADDRESS, PERSON.email).replace(KEYS, (_, parameter = '') => `${parameter}removed`)
}
