import { selectMarked } from '../../github/found-comment.ts'
import type { GitHub } from '../../github/github.ts'
import { digest } from '../../github/signed-marker.ts'
import { type Claim, createClaimMarker, MOST_PROMPTS, parseClaim } from '../../job-marker/claim.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import type { ReportPlace } from '../../reports/report-comment.ts'

/** A comment of the root action for this project, signed with this key. */
export interface OurComment {
  /** URL of the issue or pull request. */
  thread: string
  claim: Claim
  /** When it was last edited, in milliseconds since 1970. */
  updatedMs: number
}

const MAXIMUM_COMMENTS = 3_000

/**
 * Fetches the comments that count. Markers that don't verify are only counted.
 * @param sinceMs begin of the period, in milliseconds since 1970
 * @returns the newest first; why none of the action's comments counts; what isn't counted
 * @throws GitHubError
 */
export async function fetchOurComments(
  github: GitHub,
  { apiKey, projectId, repository }: Omit<ReportPlace, 'issue'>,
  sinceMs: number,
) {
  // Older comments know pull requests that are still open.
  const { comments: all, isWhole } = await github.fetchRepositoryComments('1970-01-01T00:00:00Z', MAXIMUM_COMMENTS)
  const found = [...Map.groupBy(all, ({ thread }) => thread)].flatMap(([thread, inThread]) =>
    selectMarked(inThread, createClaimMarker(apiKey, repository, thread), parseClaim),
  )
  const foreign = found.filter(({ isVerified }) => !isVerified)
  const project = digest(projectId)
  const ofProject = found.filter(({ payload }) => payload.project === project)
  const own = ofProject.filter(({ isVerified }) => isVerified)
  const authors = new Set(own.map(({ author }) => author))
  // A forged marker, by another account, isn't worth a note. Nor is a comment of a run that sent nothing.
  const missed = ofProject.filter(({ isVerified, author, payload }) => {
    return !isVerified && authors.has(author) && (payload.job !== undefined || payload.prompts?.length)
  }).length
  const full = own.filter(({ payload: { prompts = [] } }) => {
    return prompts.length >= MOST_PROMPTS && Date.parse(prompts[0]?.at ?? '') >= sinceMs
  }).length
  const [missing, cut] = [formatCount(missed, 'comment'), formatCount(full, 'comment')]
  const notes = [
    !isWhole && `Only the newest ${formatNumber(MAXIMUM_COMMENTS)} comments were read. Older requests aren't counted.`,
    missed > 0 && `Not counted: ${missing} that another API key signed. ${CHANGED_KEY}`,
    full > 0 && `Only the last ${MOST_PROMPTS} prompts are counted of ${cut}. A comment remembers no more.`,
  ]
  const comments = own.toSorted((a, b) => b.id - a.id)
  return {
    comments: comments.map(({ url, updatedAt, payload: claim }): OurComment => {
      return { thread: url.replace(/#.*$/su, ''), claim, updatedMs: Date.parse(updatedAt ?? '') }
    }),
    problem: own.length > 0 || found.length === 0 ? undefined : explainNothing(found.length, foreign.length),
    /** Whether prompts may be missing. */
    isWhole: isWhole && full === 0,
    notes: notes.filter((note) => note !== false),
  }
}

const USE_KEY = 'Use the key of the runs that you want to see.'
const CHANGED_KEY = "If you changed the key, requests before the change aren't counted."

function explainNothing(found: number, foreign: number): string {
  const comments = `This repository has ${formatCount(found, 'comment')} of the action`
  return foreign > 0
    ? `${comments}, but none that this \`api-key\` signed for this project. ${USE_KEY} ${CHANGED_KEY}`
    : `${comments}, but none for this project. Set \`project-id\` to the project of the runs that you want to see.`
}
