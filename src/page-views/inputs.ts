import { resolve } from 'node:path'
import { createMatcher, GLOB_RULE, isGlob, parseGlobs } from '../runner/globs.ts'
import type { InputReader } from '../runner/inputs.ts'
import { isInside } from '../runner/workspace.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import { SPLITS, splitRange } from './date-parts.ts'
import { type ResolvedDates, resolveDates, resolvePeriod } from './date-range.ts'
import type { ExportOptions } from './export-options.ts'
import { findExtension, findPathRule } from './file/export-file.ts'

/**
 * The defaults of `page-views/action.yml`, for inputs that a step sets but leaves empty. `github-token` isn't here,
 * since an empty one means none. A test holds the table against the file.
 */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  limit: '250',
  offset: '0',
  'max-requests': '100',
  file: 'page-views.csv',
  top: '10',
  'top-by': 'total',
  compare: 'none',
  split: 'none',
  daily: 'false',
  'base-url': 'https://api.mintlify.com',
}

/** The inputs of the action, checked. */
export interface Inputs {
  apiKey: string
  /** Empty without a report comment. */
  githubToken: string
  projectId: string
  /** Names the site; empty for the project ID. */
  title: string
  baseUrl: URL
  /** Relative to the workspace. */
  file: string
  export: ExportOptions
  /** Undefined without a report comment. */
  issueNumber: number | undefined
}

/**
 * Reads and checks every input. The key is masked first.
 * @param workspace absolute path
 * @param nowMs milliseconds since 1970
 * @throws InputError that names all problems
 */
export function readInputs(reader: InputReader, { workspace, nowMs }: { workspace: string; nowMs: number }): Inputs {
  const apiKey = reader.secret('api-key', { required: true })
  const githubToken = reader.secret('github-token', { required: false })
  const file = reader.text('file')
  const options: ExportOptions = {
    ...readRanges(reader, nowMs),
    limit: reader.wholeNumber('limit', { minimum: 1, maximum: 250 }),
    offset: reader.wholeNumber('offset', { minimum: 0, maximum: 1e15 }),
    maximumRequests: reader.wholeNumber('max-requests', { minimum: 1, maximum: 1_000_000 }),
    extension: readExtension(reader, workspace, file),
    topCount: reader.wholeNumber('top', { minimum: 1, maximum: 100 }),
    topBy: reader.choice('top-by', ['total', 'human', 'ai']),
    isExcluded: readExclusions(reader),
  }
  const inputs: Inputs = {
    apiKey,
    githubToken,
    projectId: reader.id('project-id', { required: true }),
    title: reader.title('report-title'),
    baseUrl: reader.serviceUrl('base-url'),
    file,
    export: options,
    issueNumber: reader.issueNumber('issue-number'),
  }
  reader.finish()
  return inputs
}

/** At most, since each costs a request. */
const MAXIMUM_DAYS = 92

function readRanges(
  reader: InputReader,
  nowMs: number,
): Pick<ExportOptions, 'range' | 'previousRange' | 'split' | 'parts' | 'days'> {
  const { range, previousRange } = readDates(reader, nowMs)
  const split = reader.choice('split', SPLITS)
  const days = reader.flag('daily') ? splitRange(range, 'day') : []
  const isCompared = reader.choice('compare', ['none', 'previous']) === 'previous'
  const given = {
    compare: isCompared && 'previous',
    split: split !== 'none' && split,
    daily: days.length > 0 && 'true',
  }
  const wanted = Object.entries(given).flatMap(([name, value]) => (value === false ? [] : [{ name, value }]))
  const hasBeginning = reader.text('period') + reader.text('date-from') !== ''
  if (!hasBeginning) for (const { name, value } of wanted) reader.refuse(name, value, NEEDS_BEGINNING)
  if (split !== 'none' && wanted.length > 1)
    reader.refuse('split', split, 'Remove it, or remove `compare` and `daily`.')
  if (days.length > MAXIMUM_DAYS)
    reader.refuse('daily', 'true', `Choose a period of up to ${MAXIMUM_DAYS} days: this one has ${days.length}.`)
  return { range, previousRange: isCompared ? previousRange : undefined, split, parts: splitRange(range, split), days }
}

function readDates(reader: InputReader, nowMs: number): ResolvedDates {
  const [period, from, to] = [reader.text('period'), reader.text('date-from'), reader.text('date-to')]
  const isPeriod = period !== ''
  if (isPeriod && from + to !== '') reader.refuse('period', period, 'Remove it, or remove `date-from` and `date-to`.')
  const refuse: InputReader['refuse'] = (...problem) => reader.refuse(...problem)
  return isPeriod ? resolvePeriod(period, nowMs, refuse) : resolveDates(from, to, nowMs, refuse)
}

const NEEDS_BEGINNING = 'Set `period` or `date-from`, too.'

function readExclusions(reader: InputReader): ExportOptions['isExcluded'] {
  const globs = parseGlobs(reader.text('exclude'))
  const refused = globs.filter((glob) => glob.startsWith('!') || !isGlob(glob))
  for (const glob of refused) reader.refuse('exclude', glob, `${GLOB_RULE} Don't begin with \`!\`.`, 'contains')
  return globs.length === 0 || refused.length > 0 ? undefined : createExclusion(globs)
}

/**
 * Creates a test for paths that match one of the globs. A glob without a slash matches a name at any depth, and
 * everything below it. Visitors request a page with and without a slash at its end.
 */
function createExclusion(globs: readonly string[]): (path: UntrustedText) => boolean {
  const matches = createMatcher(globs.flatMap((glob) => (glob.includes('/') ? glob : [`**/${glob}`, `**/${glob}/**`])))
  return (path) => matches(readUntrustedText(path).replaceAll(/^\/|\/$/gu, ''))
}

function readExtension(reader: InputReader, workspace: string, file: string): ExportOptions['extension'] {
  const extension = findExtension(file)
  if (extension === undefined) reader.refuse('file', file, 'Write a name that ends in `.csv`, `.json` or `.ndjson`.')
  const rule = findPathRule(file)
  if (rule !== undefined) reader.refuse('file', file, rule)
  else if (!isInside(resolve(workspace), file)) reader.refuse('file', file, 'Write a path inside the workspace.')
  return extension ?? '.csv'
}
