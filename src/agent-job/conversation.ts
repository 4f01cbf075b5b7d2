import { type ConversationQuery, conversation as query } from '../github/conversation.graphql.ts'
import { formatLogin } from '../github/login.ts'
import { ActionError, explain } from '../runner/action-error.ts'
import type { Connected } from './context.ts'
import type { Subject, Trigger } from './event.ts'
import { type Marker, parseMarker } from './marker.ts'

/** A comment by the account of the token, with a marker. */
export interface OurComment {
  id: number
  url: string
  body: string
  /** ISO 8601. */
  createdAt: string
  marker: Marker
}

/** A conversation as it is now. */
export interface Conversation {
  /** The login of the account of the token, as REST has it. */
  viewer: string
  subject: Subject
  /** Newest first. */
  ours: OurComment[]
}

type Found = NonNullable<NonNullable<ConversationQuery['repository']>['issueOrPullRequest']>

/**
 * Reads a conversation in one query: who we are, title, description, and the newest hundred comments; then older ones.
 * @param isEnough whether older comments aren't needed; `oldest` is when the oldest one so far was created (ISO 8601)
 * @throws ActionError if it can't be read, or doesn't exist
 */
export async function readConversation(
  { run, github }: Connected,
  number: number,
  isEnough: (ours: readonly OurComment[], oldest: string) => boolean,
): Promise<Conversation> {
  const operation = `Couldn't read the conversation of #${number}`
  const ours: OurComment[] = []
  let viewer = ''
  let subject: Subject | undefined
  let before: string | null = null
  do {
    const variables = { owner: run.owner, name: run.repo, number, before }
    const data: ConversationQuery = await github.graphql<ConversationQuery>(query, variables).catch(explain(operation))
    const found: Found | null | undefined = data.repository?.issueOrPullRequest
    if (found == null) throw explainMissing(number, data.repository !== null)
    viewer = data.viewer.login
    subject ??= readSubject(number, found)
    const { nodes, pageInfo } = found.comments
    // A comment that can't be read may be the one that remembers.
    if (nodes === null || nodes.includes(null))
      throw new ActionError(`${operation}. GitHub's response is incomplete.`, {
        hint: 'Try again later.',
        isTrouble: true,
      })
    const comments = nodes.filter((node) => node !== null)
    ours.push(...comments.flatMap((comment) => readOurs(comment, viewer)).reverse())
    before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null
    if (isEnough(ours, comments[0]?.createdAt ?? '')) break
  } while (before !== null)
  return { viewer, subject, ours }
}

/** What a run is about: the issue or pull request of its event, as it is now, or else that of its conversation. */
export function findSubject(trigger: Trigger, conversation: Conversation | undefined): Subject | undefined {
  const own = 'about' in trigger ? trigger.about : undefined
  return own === undefined || own.number === conversation?.subject.number ? (conversation?.subject ?? own) : own
}

function readSubject(number: number, found: Found): Subject {
  const { title, url, body, labels } = found
  const names = (labels?.nodes ?? []).flatMap((label) => label?.name ?? [])
  return { kind: found.__typename === 'Issue' ? 'issue' : 'pull request', number, title, url, body, labels: names }
}

type Comment = NonNullable<NonNullable<Found['comments']['nodes']>[number]>

/**
 * A comment with a marker, by the account that we are. Its URL has its ID, for which GraphQL's numbers are too
 * small.
 */
function readOurs({ author, url, body, createdAt }: Comment, viewer: string): OurComment[] {
  const [, id] = /(\d+)$/u.exec(url) ?? []
  const marker = id !== undefined && formatLogin(author) === viewer ? parseMarker(body) : undefined
  return marker === undefined ? [] : [{ id: Number(id), url, body, createdAt, marker }]
}

function explainMissing(number: number, isRepositoryVisible: boolean): ActionError {
  const hint = isRepositoryVisible
    ? 'Check the number, and that it is an issue or a pull request of this repository.'
    : 'If the step sets `github-token`, let that token access this repository.'
  return new ActionError(`GitHub found no issue or pull request #${number}.`, { hint, status: 404 })
}
