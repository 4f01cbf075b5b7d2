import { listAllowedPeriods, type Period, parsePeriod } from '../reports/period.ts'
import type { InputReader } from '../runner/inputs.ts'

/** The defaults of `outcomes/action.yml`, for inputs that are empty; a test compares them. */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  period: '28d',
  'base-url': 'https://api.mintlify.com',
}

/** The inputs of the action, checked. */
export type Inputs = ReturnType<typeof readInputs>

const MAXIMUM_DAYS = 365

/** Hides the keys before anything else. @param nowMs milliseconds since 1970 @throws InputError that names all problems */
export function readInputs(reader: InputReader, nowMs: number) {
  const keys = {
    apiKey: reader.secret('api-key', { required: true }),
    previousApiKey: reader.secret('previous-api-key', { required: false }),
    githubToken: reader.secret('github-token', { required: true }),
  }
  const text = reader.text('period')
  const period = parsePeriod(text, nowMs, MAXIMUM_DAYS)
  if (period === undefined) reader.refuse('period', text, listAllowedPeriods(MAXIMUM_DAYS))
  const inputs = {
    ...keys,
    // Where it is undefined, `finish` throws.
    period: period as Period,
    projectId: reader.id('project-id', { required: true }),
    title: reader.title('report-title'),
    baseUrl: reader.serviceUrl('base-url'),
    trafficDays: reader.days('traffic', MAXIMUM_DAYS),
    ignoreAuthors: reader.ignoredAuthors('ignore-authors'),
    issueNumber: reader.issueNumber('issue-number'),
  }
  reader.finish()
  return inputs
}
