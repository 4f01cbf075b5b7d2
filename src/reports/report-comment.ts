import { randomUUID } from 'node:crypto'
import type { GitHubConnection } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import type { FoundComment, MarkerPayload } from '../github/found-comment.ts'
import { createMarkedComment, type MarkedComment } from '../github/marked-comment.ts'
import { createSignedMarker, digest } from '../github/signed-marker.ts'
import { readFields, readNumber, readText } from '../untrusted/json.ts'
import { link, type Markdown, markdown, prose } from '../untrusted/markdown.ts'

/** Where a report is kept. Its marker is valid only there, and with this key. */
export interface ReportPlace {
  /** ID of the repository, since it may be renamed; its name if the runner has no ID. */
  repository: string
  issue: number
  projectId: string
  apiKey: string
  previousApiKey?: string
}

/** What one kind of report remembers in its comment, and how it looks. */
export interface Report<Stored> {
  /** The kind, as in the marker, in lower-case letters and dashes: `page-views`. */
  name: string
  parse(value: unknown): Stored | undefined
  /** @param known what the verified comments remember; usually there is one */
  merge(known: readonly Stored[]): Stored
  render(stored: Stored, published: PublishedReport): Markdown
  /** Whether a comment has what this run has stored, so that no other run has overwritten it. */
  isIn(stored: Stored, found: Stored): boolean
}

export interface PublishedReport {
  /** Our report for the same project that another API key has signed. */
  replaces?: URL | undefined
}

/** A report that GitHub has, or may have, accepted; `url` is empty if GitHub sent none. */
export interface KeptReport<Stored> {
  url: string
  stored: Stored
  /** Why the comment may not have this report; undefined if it was read back. */
  unchecked?: { error: unknown; wasAccepted: boolean }
  /** Why duplicates by simultaneous runs couldn't be deleted. */
  leftovers: unknown[]
}

/** The first lines of a report that can't continue the one that it replaces. */
export function renderReplaced(replaces: URL | undefined): Markdown[] {
  if (replaces === undefined) return []
  const report = link(markdown`that report`, replaces)
  const advice = prose('To continue it, set `previous-api-key` to that key.')
  return [markdown`> An earlier history exists: another API key signed ${report}. ${advice}`]
}

interface Payload<Stored> extends MarkerPayload {
  /** Digest of what the marker is valid for, without the key: an issue may have reports of several projects. */
  subject: string
  stored: Stored
}

type Found<Stored> = FoundComment<Payload<Stored>>

/** A simultaneous run may overwrite an edit. */
const MAXIMUM_EDITS = 4

/**
 * Edits the report comment of previous runs, or posts one. Only a comment with our signature counts. If simultaneous
 * runs have posted several, the oldest stays.
 * @throws what prevented it, usually GitHubError, if GitHub certainly accepted nothing
 */
export async function keepReport<Stored>(
  report: Report<Stored>,
  place: ReportPlace,
  connection: GitHubConnection,
  redact: (text: string) => string,
): Promise<KeptReport<Stored>> {
  const comment = connectComment(report, place, connection, redact)
  const subject = digest([place.repository, place.issue, place.projectId].join('\n'))
  const kept: KeptReport<Stored> = { url: '', stored: report.merge([]), leftovers: [] }
  const progress = { wasSent: false, wasAccepted: false }
  try {
    let found = await comment.find()
    if (!found.some(isOwn)) {
      const { stored } = kept
      await send(comment.post(report.render(stored, {}), { nonce: randomUUID(), subject, stored }))
      found = await comment.find()
    }
    for (let edits = 1; edits <= MAXIMUM_EDITS; edits += 1) {
      await edit(found)
      found = await comment.find()
      const current = found.find(isOwn)
      if (current === undefined || report.isIn(kept.stored, current.payload.stored)) break
    }
    return kept
  } catch (error) {
    const { wasSent, wasAccepted } = progress
    if (!wasSent || !(wasAccepted || mayBeAccepted(error))) throw error
    return { ...kept, url: comment.current?.url ?? '', unchecked: { error, wasAccepted } }
  }

  async function send(request: Promise<unknown>): Promise<void> {
    progress.wasSent = true
    await request
    progress.wasAccepted = true
  }

  async function edit(found: readonly Found<Stored>[]): Promise<void> {
    const [oldest = comment.current, ...duplicates] = found.filter(isOwn)
    if (oldest === undefined) return
    comment.adopt(oldest)
    const stored = report.merge([...duplicates, oldest].map(({ payload }) => payload.stored))
    Object.assign(kept, { stored, url: oldest.url })
    const content = report.render(stored, { replaces: findReplaced(oldest, found) })
    await send(comment.edit(content, { stored }))
    for (const each of duplicates) await comment.remove(each).catch((error) => kept.leftovers.push(error))
  }
}

const isOwn = ({ isVerified }: { isVerified: boolean }): boolean => isVerified

/** A success that can't be read, no answer, a server error, or a cancellation meanwhile. */
function mayBeAccepted(error: unknown): boolean {
  if (!(error instanceof GitHubError)) return true
  if (error.isRateLimited) return false
  return error.isTransient || (error.status !== undefined && error.status < 300)
}

function connectComment<Stored>(
  { name, parse }: Report<Stored>,
  { repository, issue, projectId, apiKey, previousApiKey }: ReportPlace,
  connection: GitHubConnection,
  redact: (text: string) => string,
): MarkedComment<Payload<Stored>> {
  const parsePayload = (value: unknown): Payload<Stored> | undefined => {
    const fields = readFields(value)
    const [nonce, subject] = [readText(fields['nonce']), readText(fields['subject'])]
    const stored = parse(fields['stored'])
    const commentId = readNumber(fields['commentId'])
    if (nonce === undefined || subject === undefined || stored === undefined) return undefined
    return { nonce, subject, stored, ...(commentId !== undefined && { commentId }) }
  }
  const marker = createSignedMarker(name, apiKey, [repository, String(issue), projectId], previousApiKey)
  return createMarkedComment({ ...connection, thread: issue, marker, parse: parsePayload, redact })
}

/** Finds the newest older report by the same account, for the same project. Only its key may be different. */
function findReplaced<Stored>(own: Found<Stored>, found: readonly Found<Stored>[]): URL | undefined {
  const replaced = found.findLast(
    ({ id, author, payload, isVerified }) =>
      !isVerified && id < own.id && author === own.author && payload.subject === own.payload.subject,
  )
  return replaced && URL.canParse(replaced.url) ? new URL(replaced.url) : undefined
}
