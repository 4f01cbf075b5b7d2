import {
  createMatcher,
  readGlobs,
  readId,
  readSecret,
  readServiceUrl,
  readText,
  readWholeNumber,
  refuseInput,
} from '../runner/inputs.ts'
import { findPreviousPeriod, parsePeriod } from '../text/period.ts'
import { shorten, toOneLine } from '../text/plain-text.ts'
import { type ClosedPeriod, type Period, parseMoment } from './period.ts'

/** The inputs of the action, checked. `action.yml` says what each is for. */
export interface Inputs {
  apiKey: string
  projectId: string
  baseUrl: URL
  /** As the report calls the site. */
  title: string
  period: Period
  /** The period to compare with; undefined without a comparison. */
  previous: ClosedPeriod | undefined
  /** Rows per request. */
  limit: number
  /** Rows to skip. */
  offset: number
  maximumRequests: number
  /** Relative to the workspace. Its extension is the format. */
  file: string
  /** Whether a path is left out of the figures; undefined if none is. */
  isExcluded: ((path: string) => boolean) | undefined
  /** Pages per table. */
  top: number
}

/** @throws ActionError if one is invalid */
export function readInputs(nowMs: number): Inputs {
  const apiKey = readSecret('api-key')
  if (apiKey === '') throw refuseInput('api-key', '', 'Set it to the secret with an admin key.')
  const projectId = readId('project-id')
  if (projectId === '') throw refuseInput('project-id', '', 'Copy the ID from the API keys page of the dashboard.')
  const periodText = readText('period').toLowerCase()
  const period = readPeriod(periodText, nowMs)
  return {
    apiKey,
    projectId,
    baseUrl: readServiceUrl('base-url', 'https://api.mintlify.com'),
    title: shorten(toOneLine(readText('report-title')), 100) || projectId,
    period,
    previous: readPrevious(periodText, period),
    limit: readWholeNumber('limit', { minimum: 1, maximum: 250, fallback: 250 }),
    offset: readWholeNumber('offset', { minimum: 0, maximum: 1e15, fallback: 0 }),
    maximumRequests: readWholeNumber('max-requests', { minimum: 1, maximum: 1_000_000, fallback: 100 }),
    file: readFile(),
    isExcluded: readExclusions(),
    top: readWholeNumber('top', { minimum: 1, maximum: 100, fallback: 10 }),
  }
}

const MAXIMUM_DAYS = 3650

function readPeriod(text: string, nowMs: number): Period {
  const [from, to] = [readText('date-from'), readText('date-to')]
  if (text === '') return readDates(from, to, nowMs)
  if (from + to !== '') throw refuseInput('period', text, 'Set either `period`, or `date-from` and `date-to`.')
  const period = parsePeriod(text, nowMs, MAXIMUM_DAYS)
  if (period !== undefined) return period
  throw refuseInput('period', text, `Write \`1d\` to \`${MAXIMUM_DAYS}d\`, \`last-week\` or \`last-month\`.`)
}

/** Without an end it is now, so that pages of rows fit together. The future has no views, so it ends now, too. */
function readDates(from: string, to: string, nowMs: number): Period {
  const fromMs = from === '' ? undefined : readMoment('date-from', from)
  const toMs = to === '' ? nowMs : Math.min(readMoment('date-to', to), nowMs)
  if (fromMs !== undefined && fromMs >= toMs)
    throw refuseInput('date-from', from, `Write a time before the end, which is ${new Date(toMs).toISOString()}.`)
  return { fromMs, toMs }
}

function readMoment(name: string, value: string): number {
  const ms = parseMoment(value)
  if (ms !== undefined) return ms
  const rule = 'Write an existing date, such as `2026-08-01`, or a time, such as `2026-08-01T12:00:00Z`.'
  throw refuseInput(name, value, rule)
}

/** @param text the input `period` */
function readPrevious(text: string, { fromMs, toMs }: Period): ClosedPeriod | undefined {
  const value = readText('compare')
  if (value === '') return undefined
  if (value !== 'previous') throw refuseInput('compare', value, 'Write `previous`, or leave it empty.')
  if (fromMs === undefined) throw refuseInput('compare', value, 'Also set `period` or `date-from`.')
  return findPreviousPeriod({ fromMs, toMs, text })
}

function readFile(): string {
  const file = readText('file', 'page-views.csv')
  if (!/[^/\\]\.(csv|ndjson)$/iu.test(file))
    throw refuseInput('file', file, 'Write a name that ends in `.csv` or `.ndjson`.')
  // Later steps get the path as an output.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(file)) throw refuseInput('file', file, 'Write a path without line breaks.')
  return file
}

/**
 * A glob without a slash matches a name at any depth, and everything below it. The others begin at the root, and `/`
 * alone is the home page. Visitors request a page with and without a slash at its end.
 */
function readExclusions(): Inputs['isExcluded'] {
  const globs = readGlobs('exclude')
  const negated = globs.find((glob) => glob.startsWith('!'))
  if (negated !== undefined) throw refuseInput('exclude', negated, "Write globs that don't begin with `!`.")
  if (globs.length === 0) return undefined
  const anchor = (glob: string) =>
    glob.includes('/') ? glob.replace(/(?<=.)\/$/u, '') : [`**/${glob}`, `**/${glob}/**`]
  const matches = createMatcher(globs.flatMap(anchor))
  return (path) => matches(path.replaceAll(/^\/|\/$/gu, '') || '/')
}
