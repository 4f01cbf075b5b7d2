import { selectMarked } from '../../github/found-comment.ts'
import type { GitHub } from '../../github/github.ts'
import { digest } from '../../github/signed-marker.ts'
import {
  type Claim,
  type ClaimComment,
  createClaimMarker,
  MOST_PROMPTS,
  parseClaim,
  tellsOfWork,
} from '../../job-marker/claim.ts'
import { formatCount, formatNumber } from '../../reports/numbers.ts'
import type { ReportPlace } from '../../reports/report-comment.ts'

/** A comment of the root action for this project, which a key of this step verifies. */
export interface OurComment {
  /** URL of the issue or pull request. */
  thread: string
  claim: Claim
  /** When it was last edited, in milliseconds since 1970. */
  updatedMs: number
}

const MAXIMUM_COMMENTS = 3_000

/**
 * Fetches the comments that count. Of our accounts' markers that no key verifies, only the number is reported.
 * @param sinceMs begin of the period, in milliseconds since 1970
 * @returns the newest first; why none of the action's comments counts; what isn't counted
 * @throws GitHubError
 */
export async function fetchOurComments(
  github: GitHub,
  { apiKey, previousApiKey, projectId, repository }: Omit<ReportPlace, 'issue'>,
  sinceMs: number,
) {
  // Older comments know pull requests that are still open.
  const { comments: all, isWhole } = await github.fetchRepositoryComments('1970-01-01T00:00:00Z', MAXIMUM_COMMENTS)
  const found = [...Map.groupBy(all, ({ thread }) => thread)].flatMap(([thread, inThread]) =>
    selectMarked(inThread, createClaimMarker(apiKey, repository, thread, previousApiKey), parseClaim),
  )
  const authors = findAuthors(found)
  const isOwn = ({ isVerified, isSigned, author }: ClaimComment) => isVerified || (isSigned && authors.has(author))
  const foreign = found.filter((each) => !isOwn(each))
  const project = digest(projectId)
  const own = found.filter((each) => isOwn(each) && each.payload.project === project)
  // A forged marker, by another account, isn't worth a note.
  const relevant = foreign.filter((each) => authors.has(each.author) && tellsOfWork(each, project))
  const countMissed = (fromMs: number) =>
    relevant.filter(({ updatedAt }) => !(Date.parse(updatedAt ?? '') < fromMs)).length
  // Older ones may know pull requests that are open, or were merged in the period. Those of the last key but one can't
  // be read any more.
  const missed = countMissed(previousApiKey === '' ? Number.NEGATIVE_INFINITY : sinceMs)
  const fullSince = own.flatMap(({ payload: { prompts = [] } }) =>
    prompts.length >= MOST_PROMPTS ? Date.parse(prompts[0]?.at ?? '') : [],
  )
  const countFull = (fromMs: number) => fullSince.filter((timeMs) => timeMs >= fromMs).length
  const full = countFull(sinceMs)
  const [missing, cut] = [formatCount(missed, 'comment'), formatCount(full, 'comment')]
  const notes = [
    !isWhole && `Only the newest ${formatNumber(all.length)} comments were read. Older requests aren't counted.`,
    missed > 0 && `Not counted: ${missing} that another API key signed. ${CHANGED_KEY}`,
    full > 0 && `Older prompts may be missing: ${cut} reached the limit of ${MOST_PROMPTS} remembered prompts.`,
  ]
  const isKnown = own.length > 0 || found.length === 0
  return {
    comments: own
      .toSorted((a, b) => b.id - a.id)
      .map(({ url, updatedAt, payload: claim }): OurComment => {
        return { thread: url.replace(/#.*$/su, ''), claim, updatedMs: Date.parse(updatedAt ?? '') }
      }),
    problem: isKnown ? undefined : explainNothing(found.length, foreign.length),
    /** How many comments were read, where there are older ones, or 0; whether prompts or comments are missing. */
    missing: { comments: isWhole ? 0 : all.length, prompts: full > 0, keys: missed > 0 },
    /** Whether all prompts since then are known, by a time in milliseconds since 1970. */
    reachesBackTo: (fromMs: number) =>
      isKnown && isWhole && missed === 0 && countMissed(fromMs) === 0 && countFull(fromMs) === 0,
    notes: notes.filter((note) => note !== false),
  }
}

/**
 * The accounts of the runs: those whose comments the key verifies. With comments of the previous key only, it is the
 * account that wrote most of them.
 */
function findAuthors(found: readonly ClaimComment[]): ReadonlySet<number | undefined> {
  const verified = found.filter(({ isVerified }) => isVerified)
  if (verified.length > 0) return new Set(verified.map(({ author }) => author))
  const signed = found.filter(({ isSigned }) => isSigned)
  const byAuthor = [...Map.groupBy(signed, ({ author }) => author)].toSorted(([, a], [, b]) => b.length - a.length)
  return new Set(byAuthor.slice(0, 1).map(([author]) => author))
}

const USE_KEY = 'Use the key of the runs that you want to see.'
const CHANGED_KEY = 'If you replaced the key, set `previous-api-key` to the previous one.'

function explainNothing(found: number, foreign: number): string {
  const comments = `This repository has ${formatCount(found, 'comment')} by the action`
  return foreign > 0
    ? `${comments}, but none was signed with this \`api-key\` for this project. ${USE_KEY} ${CHANGED_KEY}`
    : `${comments}, but none is for this project. Set \`project-id\` to the project of the runs that you want to see.`
}
