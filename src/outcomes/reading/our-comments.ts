import { selectMarked } from '../../github/found-comment.ts'
import type { GitHub } from '../../github/github.ts'
import { digest } from '../../github/signed-marker.ts'
import { type Claim, createClaimMarker, MOST_PROMPTS, parseClaim } from '../../job-marker/claim.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import type { ReportPlace } from '../../reports/report-comment.ts'

/** A comment that the root action has written for this project, signed with this key. */
export interface OurComment {
  /** Address of the issue or pull request. */
  thread: string
  claim: Claim
  /** When it was last edited, in milliseconds since 1970. */
  updatedMs: number
}

const MAXIMUM_COMMENTS = 3_000

/**
 * Fetches the comments that count. Of an unsigned marker, the content is only used to count it.
 * @param sinceMs begin of the period, in milliseconds since 1970
 * @returns the newest first; why nothing counts, though the action has written comments; what isn't counted
 * @throws GitHubError where they can't be read
 */
export async function fetchOurComments(
  github: GitHub,
  { apiKey, projectId, repository }: Omit<ReportPlace, 'issue'>,
  sinceMs: number,
): Promise<{ comments: OurComment[]; problem: string | undefined; notes: string[] }> {
  const since = new Date(sinceMs).toISOString()
  const { comments, isWhole } = await github.fetchRepositoryComments(since, MAXIMUM_COMMENTS)
  const threads = Map.groupBy(comments, ({ thread }) => thread)
  const found = [...threads].flatMap(([thread, inThread]) =>
    selectMarked(inThread, createClaimMarker(apiKey, repository, thread), parseClaim),
  )
  const project = digest(projectId)
  const isOfProject = (each: (typeof found)[number]) => each.payload.project === project
  const own = found.filter((each) => each.isVerified && isOfProject(each))
  const foreign = found.filter((each) => !each.isVerified)
  const authors = new Set(own.map(({ author }) => author))
  // Where comments count, a forged marker and one of another project are nothing to tell.
  const missed = foreign.filter((each) => isOfProject(each) && authors.has(each.author)).length
  const full = own.filter(({ payload: { prompts = [] } }) => {
    return prompts.length >= MOST_PROMPTS && Date.parse(prompts[0] ?? '') >= sinceMs
  }).length
  return {
    comments: own
      .toSorted((a, b) => b.id - a.id)
      .map(({ url, updatedAt, payload }) => ({
        thread: url.replace(/#.*$/su, ''),
        claim: payload,
        updatedMs: Date.parse(updatedAt ?? ''),
      })),
    problem: own.length > 0 || found.length === 0 ? undefined : explainNothing(found.length, foreign.length),
    notes: [
      !isWhole &&
        `Only the newest ${formatNumber(MAXIMUM_COMMENTS)} comments were read. Older requests aren't counted.`,
      missed > 0 &&
        `Not counted: ${formatCount(missed, 'comment')} that another API key signed. If you changed the key, requests from before aren't counted.`,
      full > 0 &&
        `Only the last ${MOST_PROMPTS} prompts are counted of ${formatCount(full, 'comment')}. A comment remembers no more.`,
    ].filter((note) => note !== false),
  }
}

function explainNothing(found: number, foreign: number): string {
  const comments = `This repository has ${formatCount(found, 'comment')} of the action`
  return foreign > 0
    ? `${comments}, but none that this \`api-key\` signed for this project. Use the key of the runs that you want to see. If you changed the key, comments from before don't count.`
    : `${comments}, but none for this project. Set \`project-id\` to the project of the runs that you want to see.`
}
