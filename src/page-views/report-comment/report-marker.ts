import type { MarkerPayload } from '../../github/found-comment.ts'
import { createSignedMarker, type SignedMarker } from '../../github/signed-marker.ts'
import { readCount, readFields, readList, readNumber, readText } from '../../untrusted/json.ts'
import type { Period } from './periods.ts'

/** What the report comment remembers. */
export interface ReportPayload extends MarkerPayload {
  /** Digest of the project's ID. */
  project: string
  periods: Period[]
}

/** Where the report is kept. */
export interface ReportPlace {
  /** Id of the repository, since it may be renamed; its name where the runner knows no id. */
  repository: string
  issue: number
  projectId: string
}

/** A marker that counts in this issue, for this project. */
export function createReportMarker(
  apiKey: string,
  { repository, issue, projectId }: ReportPlace,
): SignedMarker {
  return createSignedMarker('page-views', apiKey, [repository, String(issue), projectId])
}

/** The payload, if `value` has its shape. */
export function parseReportPayload(value: unknown): ReportPayload | undefined {
  const fields = readFields(value)
  const nonce = readText(fields['nonce'])
  const project = readText(fields['project'])
  const periods = readList(fields['periods'], readPeriod)
  const commentId = readNumber(fields['commentId'])
  if (nonce === undefined || project === undefined || periods === undefined) return undefined
  return { nonce, project, periods, ...(commentId !== undefined && { commentId }) }
}

function readPeriod(value: unknown): Period | undefined {
  const fields = readFields(value)
  const [from, to] = [readDay(fields['from']), readDay(fields['to'])]
  const [human, ai, total] = [readCount(fields['human']), readCount(fields['ai']), readCount(fields['total'])]
  if (from === undefined || to === undefined) return undefined
  if (human === undefined || ai === undefined || total === undefined) return undefined
  return { from, to, human, ai, total }
}

/** `YYYY-MM-DD`, or nothing at all. */
function readDay(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && /^(?:\d{4}-\d{2}-\d{2})?$/.test(text) ? text : undefined
}
