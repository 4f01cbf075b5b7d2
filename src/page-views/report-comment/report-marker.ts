import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { MarkerPayload } from '../../github/found-comment.ts'
import { createSignedMarker, type SignedMarker } from '../../github/signed-marker.ts'
import type { Period } from './periods.ts'

/** What the report comment remembers. */
export interface ReportPayload extends MarkerPayload {
  /** See `identifyProject`. */
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

/** The project as the payload names it: short, whatever the id looks like. */
export function identifyProject(projectId: string): string {
  return createHash('sha256').update(projectId).digest('hex').slice(0, 16)
}

const day = v.pipe(v.string(), v.regex(/^(?:\d{4}-\d{2}-\d{2})?$/))
const count = v.pipe(v.number(), v.finite(), v.minValue(0))
const payloadSchema = v.object({
  nonce: v.string(),
  commentId: v.exactOptional(v.number()),
  project: v.string(),
  periods: v.array(v.object({ from: day, to: day, human: count, ai: count, total: count })),
})

/** The payload, if `value` has its shape. */
export function parseReportPayload(value: unknown): ReportPayload | undefined {
  const result = v.safeParse(payloadSchema, value)
  return result.success ? result.output : undefined
}
