import { randomUUID } from 'node:crypto'
import type { ThreadComment } from '../github/comments.ts'
import type { GitHubConnection } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import type { FoundComment, MarkerPayload } from '../github/found-comment.ts'
import { createMarkedComment, type MarkedComment } from '../github/marked-comment.ts'
import { createSignedMarker, digest } from '../github/signed-marker.ts'
import { hasStartAlone, readSurroundings, startMark } from '../github/surroundings.ts'
import { readFields, readNumber, readText } from '../untrusted/json.ts'
import { joinMarkdown, link, type Markdown, markdown, prose } from '../untrusted/markdown.ts'

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
  /** An earlier comment of this report that can't be edited, since a mark is missing. */
  continues?: URL | undefined
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

/** The first lines of a report whose earlier comment can't be edited. */
export function renderEarlier({ replaces, continues }: PublishedReport): Markdown[] {
  const lines: Markdown[] = []
  if (replaces !== undefined) {
    const advice = prose('To continue it, set `previous-api-key` to that key.')
    lines.push(
      markdown`> An earlier history exists: another API key signed ${link(markdown`that report`, replaces)}. ${advice}`,
    )
  }
  if (continues !== undefined) {
    const earlier = link(markdown`An earlier comment`, continues)
    lines.push(markdown`> ${earlier} no longer has the hidden marks around the report, so the report is here now.`)
  }
  return lines
}

interface Payload<Stored> extends MarkerPayload {
  /** Digest of what the marker is valid for, without the key: an issue may have reports of several projects. */
  subject: string
  stored: Stored
  /** URL of an earlier comment of this report that lost a mark. */
  continues?: string
}

type Found<Stored> = FoundComment<Payload<Stored>>

/** A simultaneous run may overwrite an edit. */
const MAXIMUM_EDITS = 4

/**
 * Edits the report comment of previous runs, or posts one. Only a comment with our signature counts, and only the part
 * between our two marks changes. If simultaneous runs have posted several, the oldest stays.
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
  const readAround = (found: Found<Stored>) => readSurroundings(found, report.name)
  const isOwn = (found: Found<Stored>) => found.isVerified && readAround(found) !== undefined
  const render = (published: PublishedReport) =>
    joinMarkdown([startMark(report.name), report.render(kept.stored, published)], '\n')
  let continues: string | undefined
  try {
    let found = await comment.find()
    if (!found.some(isOwn)) {
      await send(comment.post(render({}), { nonce: randomUUID(), subject, stored: kept.stored }))
      found = await comment.find()
      continues = await findUnmarked(found)
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

  /** URL of the newest earlier comment of this report that lost a mark. */
  async function findUnmarked(found: readonly Found<Stored>[]): Promise<string | undefined> {
    const { id, author } = comment.current ?? {}
    const known = found.findLast((each) => each.isVerified && each.id !== id)
    if (known !== undefined || id === undefined) return known?.url
    const comments = await connection.github.fetchComments(place.issue)
    const isAlone = (each: ThreadComment) => each.id < id && each.author === author
    return comments.findLast((each) => isAlone(each) && hasStartAlone(each.body, report.name))?.url
  }

  async function edit(found: readonly Found<Stored>[]): Promise<void> {
    const [oldest = comment.current, ...duplicates] = found.filter(isOwn)
    if (oldest === undefined) return
    comment.adopt(oldest)
    const verified = found.filter(({ id, isVerified }) => isVerified && id !== oldest.id)
    kept.stored = report.merge([...verified, oldest].map(({ payload }) => payload.stored))
    kept.url = oldest.url
    const earlier = oldest.payload.continues ?? continues
    const content = render({ replaces: findReplaced(oldest, found), continues: toUrl(earlier) })
    const change = { stored: kept.stored, ...(earlier !== undefined && { continues: earlier }) }
    await send(comment.edit(content, change, readAround(oldest)))
    for (const each of duplicates.filter(isOursAlone))
      await comment.remove(each).catch((error) => kept.leftovers.push(error))
  }

  /** Whether nobody wrote anything around it. */
  function isOursAlone(found: Found<Stored>): boolean {
    const { above, below } = readAround(found) ?? { above: '?', below: '' }
    return `${above}${below}`.trim() === ''
  }
}

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
    const [commentId, continues] = [readNumber(fields['commentId']), readText(fields['continues'])]
    if (nonce === undefined || subject === undefined || stored === undefined) return undefined
    return {
      nonce,
      subject,
      stored,
      ...(commentId !== undefined && { commentId }),
      ...(continues !== undefined && { continues }),
    }
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
  return toUrl(replaced?.url)
}

function toUrl(url = ''): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}
