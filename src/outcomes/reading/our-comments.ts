import type { RepositoryComment } from '../../github/comments.ts'
import { selectMarked } from '../../github/found-comment.ts'
import { digest } from '../../github/signed-marker.ts'
import { type ClaimComment, createClaimMarker, MOST_PROMPTS, parseClaim } from '../../job-marker/claim.ts'
import { formatCount, formatNumber } from '../result/words.ts'

/** Whose comments count. */
export interface ReportSubject {
  apiKey: string
  projectId: string
  /** As markers name the repository. */
  repository: string
}

/** A comment that the root action has written for this project, signed with this key. */
export interface OurComment {
  /** Address of the issue or pull request. */
  thread: string
  comment: ClaimComment
}

/** Our comments, and how many comments with a marker don't count. */
export interface OurComments {
  /** Newest first. */
  comments: OurComment[]
  /** Not signed with this key for this repository; only those that would count otherwise, where others do. */
  otherKeyCount: number
  /** Signed with this key, for another project. */
  otherProjectCount: number
}

/** Selects the comments that count. What an unsigned marker says is only used to count it. */
export function selectOurComments(
  comments: readonly RepositoryComment[],
  { apiKey, projectId, repository }: ReportSubject,
): OurComments {
  const threads = Map.groupBy(comments, ({ thread }) => thread)
  const found = [...threads].flatMap(([thread, inThread]) =>
    selectMarked(inThread, createClaimMarker(apiKey, repository, thread), parseClaim).map((comment) => ({
      thread: comment.url.replace(/#.*$/su, ''),
      comment,
    })),
  )
  const verified = found.filter(({ comment }) => comment.isVerified)
  const project = digest(projectId)
  const own = verified.filter(({ comment }) => comment.payload.project === project)
  const authors = new Set(own.map(({ comment }) => comment.author))
  // Where comments count, one with a forged marker, or of another project with a key of its own, is nothing to tell.
  const isMissed = ({ comment: { author, payload } }: OurComment) =>
    own.length === 0 || (authors.has(author) && payload.project === project)
  return {
    comments: own.toSorted((a, b) => b.comment.id - a.comment.id),
    otherKeyCount: found.filter((each) => !each.comment.isVerified && isMissed(each)).length,
    otherProjectCount: verified.length - own.length,
  }
}

/** Why nothing counts although there are comments by the action; undefined where something does, or there are none. */
export function explainNothingCounts(ours: OurComments): string | undefined {
  const { comments, otherKeyCount, otherProjectCount } = ours
  if (comments.length > 0 || otherKeyCount + otherProjectCount === 0) return undefined
  const found = formatCount(otherKeyCount + otherProjectCount, 'comment')
  return otherKeyCount > 0
    ? `This repository has ${found} by this action, but none that was signed with this \`api-key\` for this repository. Use the key of the runs that you want to see. Comments from before the key was changed don't count.`
    : `This repository has ${found} by this action, but none for this project. Set \`project-id\` to the project of the runs that you want to see.`
}

/** What is missing in the numbers because of comments that don't count, or weren't read. */
export function explainMissingComments(
  { comments, otherKeyCount }: OurComments,
  { isWhole, maximum, sinceMs }: { isWhole: boolean; maximum: number; sinceMs: number },
): string[] {
  const isFull = ({ comment: { payload } }: OurComment) =>
    (payload.prompts?.length ?? 0) >= MOST_PROMPTS && Date.parse(payload.prompts?.[0] ?? '') >= sinceMs
  const full = comments.filter(isFull).length
  return [
    ...(isWhole
      ? []
      : [
          `Only the ${formatNumber(maximum)} newest comments of the repository were read. Requests in older comments aren't counted.`,
        ]),
    ...(otherKeyCount === 0 || comments.length === 0
      ? []
      : [
          `${formatCount(otherKeyCount, 'comment')} of this action ${otherKeyCount === 1 ? "doesn't" : "don't"} count: another API key signed ${otherKeyCount === 1 ? 'it' : 'them'}. If the key was changed, requests from before aren't counted.`,
        ]),
    ...(full === 0
      ? []
      : [
          `${formatCount(full, 'comment')} may have sent more prompts than the ${MOST_PROMPTS} that a comment remembers. Only the last ${MOST_PROMPTS} are counted.`,
        ]),
  ]
}
