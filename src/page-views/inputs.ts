import { resolve } from 'node:path'
import { isMatchable } from '../globs/create-matcher.ts'
import { parseGlobs } from '../globs/parse-globs.ts'
import { isInside } from '../runner/event.ts'
import type { InputReader } from '../runner/inputs.ts'
import { resolveDates, resolvePeriod } from './date-range.ts'
import { createExclusion } from './exclusions.ts'
import type { ExportOptions } from './export-page-views.ts'
import { findExtension, isPortable } from './file/export-file.ts'

/**
 * The defaults of `page-views/action.yml`, for inputs that a step sets but leaves empty. `github-token` isn't here,
 * since an empty one means none. A test holds the table against the file.
 */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  limit: '250',
  offset: '0',
  'max-requests': '100',
  concurrency: '4',
  file: 'page-views.csv',
  top: '10',
  'top-by': 'total',
  compare: 'none',
  'base-url': 'https://api.mintlify.com',
}

export interface Inputs {
  apiKey: string
  /** Empty when there is none. */
  previousApiKey: string
  projectId: string
  /** Names the site in reports; empty for the project ID. */
  title: string
  /** The globs, as given. */
  exclude: string
  baseUrl: URL
  /** Relative to the workspace. */
  file: string
  export: ExportOptions
  /** Whether `date-to` is in the future, so that it counts as now. */
  isCut: boolean
  issueNumber: number | undefined
  /** Empty when there is none. */
  githubToken: string
}

/**
 * Reads and checks every input. The key is masked first.
 * @param workspace absolute path
 * @param nowMs milliseconds since 1970
 * @throws InputError that names all problems
 */
export function readInputs(reader: InputReader, { workspace, nowMs }: { workspace: string; nowMs: number }): Inputs {
  const apiKey = reader.secret('api-key', { required: true })
  const previousApiKey = reader.secret('previous-api-key', { required: false })
  const githubToken = reader.secret('github-token', { required: false })
  const file = reader.requiredText('file')
  const { isCut, ...dates } = readDates(reader, nowMs)
  const inputs: Inputs = {
    apiKey,
    previousApiKey,
    projectId: reader.id('project-id', { required: true }),
    title: reader.title('report-title'),
    exclude: reader.text('exclude'),
    baseUrl: reader.serviceUrl('base-url'),
    file,
    export: {
      ...dates,
      limit: reader.wholeNumber('limit', { minimum: 1, maximum: 250 }),
      offset: reader.wholeNumber('offset', { minimum: 0, maximum: 1e15 }),
      maximumRequests: reader.wholeNumber('max-requests', { minimum: 1, maximum: 1_000_000 }),
      concurrency: reader.wholeNumber('concurrency', { minimum: 1, maximum: 16 }),
      extension: readExtension(reader, workspace, file),
      topCount: reader.wholeNumber('top', { minimum: 1, maximum: 100 }),
      topBy: reader.choice('top-by', ['total', 'human', 'ai']),
      isExcluded: readExclusions(reader),
    },
    isCut,
    issueNumber: reader.issueNumber('issue-number'),
    githubToken,
  }
  reader.finish()
  return inputs
}

function readDates(
  reader: InputReader,
  nowMs: number,
): Pick<ExportOptions, 'range' | 'previousRange' | 'isToDate'> & { isCut: boolean } {
  const [period, from, to] = [reader.text('period'), reader.text('date-from'), reader.text('date-to')]
  const isPeriod = period !== ''
  if (isPeriod && from + to !== '') reader.refuse('period', period, 'nothing while `date-from` or `date-to` is set')
  const { problems, ...dates } = isPeriod ? resolvePeriod(period, nowMs) : resolveDates(from, to, nowMs)
  for (const { input, given, allowed } of problems) reader.refuse(input, given, allowed)
  const isCompared = reader.choice('compare', ['none', 'previous']) === 'previous'
  if (isCompared && !isPeriod && from === '')
    reader.refuse('compare', 'previous', 'none, or previous together with `period` or `date-from`')
  else if (isCompared && dates.previousRange === undefined && problems.length === 0)
    reader.refuse(isPeriod ? 'period' : 'date-from', period + from, 'with `compare`, one with room before it')
  return { ...dates, previousRange: isCompared ? dates.previousRange : undefined }
}

function readExclusions(reader: InputReader): ExportOptions['isExcluded'] {
  const globs = parseGlobs(reader.text('exclude'))
  const refused = globs.filter((glob) => glob.startsWith('!') || !isMatchable(glob))
  const allowed =
    'globs of up to 1000 characters and 100 choices, with `*`, `**`, `?`, `[…]` and `{a,b}`, and without `!`'
  for (const glob of refused) reader.refuse('exclude', glob, allowed)
  return globs.length === 0 || refused.length > 0 ? undefined : createExclusion(globs)
}

function readExtension(reader: InputReader, workspace: string, file: string): ExportOptions['extension'] {
  const extension = findExtension(file)
  if (file === '') return '.csv'
  if (extension === undefined) reader.refuse('file', file, 'a name that ends in .csv, .json or .ndjson')
  if (!isPortable(file)) reader.refuse('file', file, 'a path with `/` between folders, and without line breaks')
  else if (!isInside(resolve(workspace), file)) reader.refuse('file', file, 'a path inside the workspace')
  return extension ?? '.csv'
}
