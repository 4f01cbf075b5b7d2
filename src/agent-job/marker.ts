import { createHash } from 'node:crypto'
import { type Markdown, markdown } from '../text/markdown.ts'
import { isPathSegment } from '../text/safe-url.ts'
import { redact } from '../text/secrets.ts'
import type { EarlyContext } from './context.ts'

/** What a comment of ours remembers, in JSON on its first line. Of a job only the ID is believed. */
export interface Marker {
  /** `comment 12`, or the run, its job, action and leg: what asked for a prompt. */
  request: string
  /** Of the workflow run that wrote it, from 1. */
  attempt: number
  project: string
  /** A digest of the workflow, job, action, leg, project and paths. */
  step: string
  /** `sending`: the prompt may have been received; `job`: it was; `not-sent`: it wasn't. */
  state: 'sending' | 'job' | 'not-sent'
  job?: string | undefined
  /** The job that the comment told before, of an earlier run, or that the prompt continues. */
  previous?: string | undefined
  /** With `since`: the commits of the range. */
  from?: string | undefined
  to?: string | undefined
  /** With `since`: a digest of branch and paths. */
  key?: string | undefined
}

const START = '<!-- docs-agent '
const END = ' -->'

const optional = (hasForm: (text: string) => boolean) => (value: unknown) =>
  value === undefined || (typeof value === 'string' && hasForm(value))
const isCommit = (text: string) => /^[\da-f]{40,64}$/u.test(text)
const isDigest = (text: string) => /^[\da-f]{16}$/u.test(text)
const FORMS: Readonly<Record<keyof Marker, (value: unknown) => boolean>> = {
  request: (value) => typeof value === 'string' && value !== '',
  attempt: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  project: (value) => typeof value === 'string',
  step: (value) => typeof value === 'string' && isDigest(value),
  state: (value) => value === 'sending' || value === 'job' || value === 'not-sent',
  job: optional(isPathSegment),
  previous: optional(isPathSegment),
  from: optional(isCommit),
  to: optional(isCommit),
  key: optional(isDigest),
}

/** Reads the marker on the first line of a comment; undefined if there is none, or a field isn't in its form. */
export function parseMarker(body: string): Marker | undefined {
  const [line = ''] = body.split(/\r?\n/u, 1)
  if (!line.startsWith(START) || !line.endsWith(END)) return undefined
  try {
    const marker = JSON.parse(line.slice(START.length, -END.length)) as Marker
    const isWhole = Object.entries(FORMS).every(([name, hasForm]) => hasForm(marker[name as keyof Marker]))
    return isWhole && (marker.state === 'job') === (marker.job !== undefined) ? marker : undefined
  } catch {
    return undefined
  }
}

/**
 * A whole comment. Angle brackets and double hyphens are escaped in the marker, so that it can't end its HTML
 * comment.
 */
export function renderBody(marker: Marker, content: Markdown): string {
  // Secrets go before the escapes, which would hide them.
  const json = JSON.stringify(marker, (_, value) => (typeof value === 'string' ? redact(value) : value))
  const escaped = json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('--', '-\\u002d')
  return redact(`${START}${escaped}${END}\n${content}`)
}

/** The content of a comment while the run works. */
export function renderWorking(headline: string, content: Markdown): Markdown {
  return markdown`### ⏳ ${headline}\n\n${content}`
}

/** Whether the body of a comment tells how a run ended, and not only that it works. */
export function tellsEnd(body: string): boolean {
  return !body.slice(body.indexOf('\n') + 1).startsWith('### ⏳')
}

/** What asks for a prompt, as markers name it. */
export function nameRequest({ trigger, run, inputs }: EarlyContext): string {
  if (trigger.kind === 'comment') return `comment ${trigger.comment.id}`
  return `run ${run.id} ${run.job} ${run.action} ${inputs.jobIndex}`
}

/** The ID of the workflow run in a request that no comment made; undefined for a comment's. */
export function parseRunId({ request }: Marker): bigint | undefined {
  const [, id] = /^run (\d+) /u.exec(request) ?? []
  return id === undefined ? undefined : BigInt(id)
}

/** The step that a run is of, whatever run it is. Before all inputs are read, the project isn't known. */
export function nameStep({ run, inputs }: EarlyContext): string {
  const { jobIndex, projectId = '', paths = [] } = inputs
  return digest(run.workflow, run.job, run.action, jobIndex, projectId, ...paths)
}

/** Tells ranges of one branch and the same paths from others. */
export function nameRangeKey({ run, inputs }: EarlyContext): string {
  return digest(run.branch, ...(inputs.paths ?? []))
}

/** Sixteen hexadecimal digits. */
function digest(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
}
