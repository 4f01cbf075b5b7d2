import { listAllowedPeriods, type Period, parsePeriod } from '../reports/period.ts'
import type { InputReader } from '../runner/inputs.ts'

/**
 * The defaults of `outcomes/action.yml`, for inputs that a step sets but leaves empty. `github-token` isn't here, since an
 * empty one means none. A test holds the table against the file.
 */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  period: '28d',
  'base-url': 'https://api.mintlify.com',
}

/** The inputs of the action, checked. */
export interface Inputs {
  apiKey: string
  projectId: string
  baseUrl: URL
  period: Period
  /** Days of page views to show; undefined when none are to be shown. */
  trafficDays: number | undefined
  /** The issue that the report is kept in. */
  issueNumber: number | undefined
  githubToken: string
}

const MAXIMUM_DAYS = 365

/**
 * Reads and checks every input; the key is hidden before anything else.
 * @param nowMs milliseconds since 1970
 * @throws InputError that names all problems at once
 */
export function readInputs(reader: InputReader, nowMs: number): Inputs {
  const apiKey = reader.secret('api-key', { required: true })
  const githubToken = reader.secret('github-token', { required: true })
  const text = reader.text('period')
  const period = parsePeriod(text, nowMs, MAXIMUM_DAYS)
  if (period === undefined) reader.refuse('period', text, listAllowedPeriods(MAXIMUM_DAYS))
  const inputs = {
    apiKey,
    githubToken,
    projectId: reader.id('project-id', { required: true }),
    baseUrl: reader.serviceUrl('base-url'),
    trafficDays: readTrafficDays(reader),
    issueNumber: reader.issueNumber('issue-number'),
  }
  reader.finish()
  // `finish` has thrown where it is undefined.
  return { ...inputs, period: period as Period }
}

function readTrafficDays(reader: InputReader): number | undefined {
  const given = reader.text('traffic')
  if (given === '') return undefined
  const [, digits = ''] = /^(\d{1,3})d$/u.exec(given) ?? []
  const days = Number(digits)
  if (days < 1 || days > MAXIMUM_DAYS)
    reader.refuse('traffic', given, 'days such as 30d, 1d to 365d, or nothing')
  return days
}
