import { randomUUID } from 'node:crypto'
import type { ThreadComment } from '../github/comments.ts'
import type { GitHubConnection } from '../github/connect.ts'
import type { FoundComment, MarkerPayload } from '../github/found-comment.ts'
import { MarkedComment } from '../github/marked-comment.ts'
import { createSignedMarker, digest } from '../github/signed-marker.ts'
import { hasStartAlone, isAlone, readSurroundings, startMark } from '../github/surroundings.ts'
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

/** The first lines of a report whose earlier comment can't be edited. */
export function renderEarlier({ replaces, continues }: PublishedReport): Markdown[] {
  const advice = prose('To continue that history, set `previous-api-key` to the key that signed it.')
  const signed = replaces && link(markdown`that report`, replaces)
  const earlier = continues && link(markdown`An earlier comment`, continues)
  return [
    signed && markdown`> An earlier history exists: another API key signed ${signed}. ${advice}`,
    earlier && markdown`> ${earlier} no longer has the hidden marks around the report, so the report is here now.`,
  ].filter((line) => line !== undefined)
}

interface Payload<Stored> extends MarkerPayload {
  /** Digest of what the marker is valid for, without the key: an issue may have reports of several projects. */
  subject: string
  stored: Stored
  /** URL of an earlier comment of this report that lost a mark. */
  continues?: string | undefined
}

type Found<Stored> = FoundComment<Payload<Stored>>

/** A simultaneous run may overwrite an edit. */
const MAXIMUM_EDITS = 4

/**
 * Edits the report comment of previous runs, or posts one. Only a comment with our signature counts, and only the part
 * between our two marks changes. If simultaneous runs have posted several, the oldest stays. Never throws.
 * @param onLeftover called where a duplicate can't be deleted
 * @returns the URL of the comment, if it is known; `failure`: why it may not have this report
 */
export async function keepReport<Stored>(
  report: Report<Stored>,
  place: ReportPlace,
  connection: GitHubConnection,
  redact: (text: string) => string,
  onLeftover: (error: unknown) => void,
): Promise<{ url: string; failure?: unknown }> {
  const comment = connectComment(report, place, connection, redact)
  const isOwn = (found: Found<Stored>) => found.isVerified && readSurroundings(found, report.name) !== undefined
  let continues: string | undefined
  try {
    let found = await comment.find()
    if (!found.some(isOwn)) {
      const subject = digest([place.repository, place.issue, place.projectId].join('\n'))
      const stored = report.merge([])
      await comment.post(render(report, stored, {}), { nonce: randomUUID(), subject, stored })
      found = await comment.find()
      continues = await findUnmarked(report, comment.current, found, () => connection.github.fetchComments(place.issue))
    }
    for (let edits = 1; edits <= MAXIMUM_EDITS; edits += 1) {
      const stored = await edit(found)
      found = await comment.find()
      const current = found.find(isOwn)
      if (current === undefined || report.isIn(stored, current.payload.stored)) break
    }
    return { url: comment.current?.url ?? '' }
  } catch (failure) {
    return { url: comment.current?.url ?? '', failure }
  }

  /** @returns what the comment has stored from now on */
  async function edit(found: readonly Found<Stored>[]): Promise<Stored> {
    const [oldest = comment.current, ...duplicates] = found.filter(isOwn)
    const verified = found.filter(({ id, isVerified }) => isVerified && id !== oldest?.id)
    const stored = report.merge([...verified, ...(oldest ? [oldest] : [])].map(({ payload }) => payload.stored))
    if (oldest === undefined) return stored
    comment.adopt(oldest)
    const earlier = oldest.payload.continues ?? continues
    const content = render(report, stored, { replaces: findReplaced(oldest, found), continues: toUrl(earlier) })
    await comment.edit(content, { stored, continues: earlier }, readSurroundings(oldest, report.name))
    // One in which a person has written stays.
    for (const each of duplicates.filter((found) => isAlone(readSurroundings(found, report.name))))
      await comment.remove(each).catch(onLeftover)
    return stored
  }
}

function render<Stored>(report: Report<Stored>, stored: Stored, published: PublishedReport): Markdown {
  return joinMarkdown([startMark(report.name), report.render(stored, published)], '\n')
}

/** URL of the newest earlier comment of this report that lost a mark. */
async function findUnmarked<Stored>(
  { name }: Report<Stored>,
  own: Found<Stored> | undefined,
  found: readonly Found<Stored>[],
  fetchComments: () => Promise<ThreadComment[]>,
) {
  const known = found.findLast((each) => each.isVerified && each.id !== own?.id)
  if (known !== undefined || own === undefined) return known?.url
  const isBefore = ({ id, author }: ThreadComment) => id < own.id && author === own.author
  return (await fetchComments()).findLast((each) => isBefore(each) && hasStartAlone(each.body, name))?.url
}

function connectComment<Stored>(
  { name, parse }: Report<Stored>,
  { repository, issue, projectId, apiKey, previousApiKey }: ReportPlace,
  connection: GitHubConnection,
  redact: (text: string) => string,
) {
  const parsePayload = (value: unknown): Payload<Stored> | undefined => {
    const fields = readFields(value)
    const [nonce, subject, stored] = [readText(fields['nonce']), readText(fields['subject']), parse(fields['stored'])]
    if (nonce === undefined || subject === undefined || stored === undefined) return undefined
    const [commentId, continues] = [readNumber(fields['commentId']), readText(fields['continues'])]
    return { nonce, subject, stored, continues, ...(commentId !== undefined && { commentId }) }
  }
  const marker = createSignedMarker(name, apiKey, [repository, String(issue), projectId], previousApiKey)
  return new MarkedComment({ ...connection, thread: issue, marker, parse: parsePayload, redact })
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
