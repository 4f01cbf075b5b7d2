import type { RepositoryPlace } from '../github/pull-request-url.ts'
import { formatPeriodRule, type Period, parsePeriod } from '../reports/period.ts'
import type { InputReader } from '../runner/inputs.ts'

/** The defaults of `outcomes/action.yml`, for inputs that are empty; a test compares them. */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  author: 'mintlify[bot]',
  period: '28d',
  'base-url': 'https://api.mintlify.com',
}

/** The inputs of the action, checked. */
export interface Inputs {
  githubToken: string
  /** The documentation repository. */
  place: RepositoryPlace
  /** Login of the account whose pull requests count; with `[bot]` for a bot. */
  author: string
  period: Period
  /** Empty for the name of the repository. */
  title: string
  /** Undefined without a report comment. */
  issueNumber: number | undefined
  /** For how many days page views are shown; undefined without them. */
  trafficDays: number | undefined
  /** Empty unless page views are shown, as is `projectId`. */
  apiKey: string
  projectId: string
  baseUrl: URL
}

const MAXIMUM_DAYS = 365

/**
 * Hides the keys before anything else.
 * @param repository of the run, `owner/name`
 * @param nowMs milliseconds since 1970
 * @throws InputError that names all problems
 */
export function readInputs(reader: InputReader, repository: string, nowMs: number): Inputs {
  const hasTraffic = reader.text('traffic') !== ''
  const apiKey = reader.secret('api-key', { required: hasTraffic })
  const githubToken = reader.secret('github-token', { required: true })
  const period = reader.text('period')
  const parsed = parsePeriod(period, nowMs, MAXIMUM_DAYS)
  if (parsed === undefined) reader.refuse('period', period, formatPeriodRule(MAXIMUM_DAYS))
  const inputs: Inputs = {
    githubToken,
    place: readRepository(reader, repository),
    author: readAuthor(reader),
    // Where it is undefined, `finish` throws.
    period: parsed as Period,
    title: reader.title('report-title'),
    issueNumber: reader.issueNumber('issue-number'),
    trafficDays: reader.days('traffic', MAXIMUM_DAYS),
    apiKey,
    projectId: reader.id('project-id', { required: hasTraffic }),
    baseUrl: reader.serviceUrl('base-url'),
  }
  reader.finish()
  return inputs
}

function readRepository(reader: InputReader, own: string): RepositoryPlace {
  const name = reader.text('repository') || own
  const [, owner = '', repo = ''] = /^([\w-]+)\/([\w.-]+)$/u.exec(name) ?? []
  if (repo === '' || /^\.+$/u.test(repo))
    reader.refuse('repository', name, 'Write owner and name, such as `acme/docs`.')
  return { owner, repo }
}

function readAuthor(reader: InputReader): string {
  const logins = reader.logins('author')
  if (logins.length > 1) reader.refuse('author', logins.join(', '), 'Write one login, such as `mintlify[bot]`.')
  return logins[0] ?? ''
}
