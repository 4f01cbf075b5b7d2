import * as v from 'valibot'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'

export type KnownStatus = 'active' | 'completed' | 'archived' | 'failed'

/** An agent job (interface section 2.1). Any field may be missing. */
export interface AgentJob {
  id?: string
  status?: KnownStatus
  /** Set instead of `status` when the service named a state that is not in its documentation. */
  unknownStatus?: UntrustedText
  prLink?: UntrustedText
  model?: UntrustedText
  source?: { repository?: UntrustedText; ref?: UntrustedText }
  createdAt?: UntrustedText
  archivedAt?: UntrustedText
}

export interface ViewCounts {
  human: number
  ai: number
  total: number
}

export interface ViewRow extends ViewCounts {
  path: UntrustedText
}

/** One page of page views (interface section 2.3). */
export interface ViewsPage {
  totals: ViewCounts
  views: ViewRow[]
  hasMore: boolean
}

/** Readers of what the service answers. Each returns nothing when the value has another shape. */
export interface Readers {
  /** Tolerant of absence, `null` and the empty string; strict about types; unknown fields are dropped. */
  readJob(value: unknown): AgentJob | undefined
  /** Only the id of a job, whatever the other fields look like. */
  readJobId(value: unknown): string | undefined
  /** Strict: every field is required, counts are finite and not negative. */
  readViewsPage(value: unknown): ViewsPage | undefined
}

/**
 * @param redact takes the key out of a text, applied to every text of the reply
 */
export function createReaders(redact: (text: string) => string): Readers {
  const optionalText = v.nullish(
    v.pipe(
      v.string(),
      v.transform((value) => (value === '' ? undefined : untrustedText(redact(value)))),
    ),
  )
  const optionalString = v.nullish(v.pipe(v.string(), v.transform(redact)))
  const job = v.pipe(
    v.custom<object>(isPlainObject),
    v.object({
      id: optionalString,
      status: optionalString,
      prLink: optionalText,
      model: optionalText,
      source: v.nullish(
        v.pipe(
          v.custom<object>(isPlainObject),
          v.object({ repository: optionalText, ref: optionalText }),
          v.transform(dropAbsent),
        ),
      ),
      createdAt: optionalText,
      archivedAt: optionalText,
    }),
    v.transform(({ id, status, ...others }) => {
      const states = isKnownStatus(status)
        ? { status }
        : { unknownStatus: status ? untrustedText(status) : undefined }
      return dropAbsent({ id: id || undefined, ...states, ...others })
    }),
  )
  const jobId = v.object({ id: v.pipe(v.string(), v.nonEmpty(), v.transform(redact)) })
  const count = v.custom<number>(isCount)
  const counts = v.object({ human: count, ai: count, total: count })
  const page = v.object({
    totals: counts,
    views: v.pipe(
      v.custom<unknown[]>(Array.isArray),
      v.rawTransform(({ dataset, NEVER, addIssue }) => {
        const rows = readRows(dataset.value, redact)
        if (rows === undefined) addIssue({ message: 'a row has another shape' })
        return rows ?? NEVER
      }),
    ),
    hasMore: v.boolean(),
  })
  return {
    readJob: (value) => read(job, value),
    readJobId: (value) => read(jobId, value)?.id,
    readViewsPage: (value) => read(page, value),
  }
}

/**
 * By hand, since a schema takes longer for a row than all the rest does, and there may be a million of them. Rows
 * stay the objects that the parser made; unknown fields are still in them.
 */
function readRows(values: unknown[], redact: (text: string) => string): ViewRow[] | undefined {
  for (const value of values) {
    if (typeof value !== 'object' || value === null) return undefined
    const row = value as Record<keyof ViewRow, unknown>
    const { path, human, ai, total } = row
    if (typeof path !== 'string' || !isCount(human) || !isCount(ai) || !isCount(total)) return undefined
    row.path = untrustedText(redact(path))
  }
  return values as ViewRow[]
}

function isCount(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0
}

const KNOWN_STATUSES: readonly unknown[] = [
  'active',
  'completed',
  'archived',
  'failed',
] satisfies KnownStatus[]

function isKnownStatus(status: unknown): status is KnownStatus {
  return KNOWN_STATUSES.includes(status)
}

/** To valibot an array is an object too. */
function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function read<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true })
  return result.success ? result.output : undefined
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], null | undefined> }

function dropAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(present) as Present<Fields>
}
