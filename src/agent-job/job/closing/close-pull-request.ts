import { DocsServiceError } from '../../../docs-service/errors.ts'
import { findOtherAuthors, isByApp } from '../../../github/authorship.ts'
import { identifyRepository } from '../../../github/connect.ts'
import { GitHubError } from '../../../github/errors.ts'
import type { GitHub } from '../../../github/github.ts'
import type { MarkedComment } from '../../../github/marked-comment.ts'
import { locatePullRequest, type PullRequestPlace } from '../../../github/pull-request-url.ts'
import type { PullRequestFacts } from '../../../github/pull-requests.ts'
import { createSignedMarker } from '../../../github/signed-marker.ts'
import type { Claim } from '../../../job-marker/claim.ts'
import type { Inputs } from '../../inputs.ts'
import type { JobDependencies } from '../create-or-continue.ts'
import { type Closed, explainClosing, explainOthers, explainRefusal } from './closing-words.ts'

/** What the run has that closes the documentation of a pull request. */
export interface Closing extends Omit<JobDependencies, 'comment' | 'github'> {
  /** Number of the pull request that was closed. */
  thread: number
  comment: MarkedComment<Claim>
  github: GitHub
  inputs: Pick<Inputs, 'apiKey' | 'projectId' | 'dryRun' | 'ignoreAuthors'>
  deadline: number
}

/**
 * Closes a documentation pull request, if an app opened it, nobody else has written in it, and the token may.
 * @returns nothing for one that was merged
 */
export async function closePullRequest(url: URL, closing: Closing): Promise<Closed | undefined> {
  const { run, github, inputs } = closing
  const place = locatePullRequest(url, run.serverUrl)
  if (place === undefined) {
    const problem = `${url.href} isn't a pull request on ${run.serverUrl.host}.`
    closing.log.warning("The documentation pull request can't be read", problem)
    return { kind: 'unreadable', url, problem }
  }
  try {
    const facts = await github.fetchPullRequest(place)
    if (facts.isMerged) return undefined
    if (facts.state === 'closed') return { kind: 'closed', url }
    const reason = await findReasonToLeave(place, facts, closing)
    if (reason !== undefined) return { kind: 'left-open', url, problem: reason }
    if (!inputs.dryRun) return await explainAndClose(url, place, closing)
    const problem = `${url.href} would be closed as well. A dry run closes nothing.`
    return { kind: 'would-close', url, problem }
  } catch (error) {
    return unreadable(error, closing, url)
  }
}

/** What can't be read stays unchanged. @throws the signal's reason when the run is cancelled; a bug */
export function unreadable(error: unknown, { signal, log }: Closing, url?: URL): Closed {
  signal.throwIfAborted()
  if (!(error instanceof GitHubError || error instanceof DocsServiceError)) throw error
  log.warning("The pull requests can't be read", error.message)
  const what = url ? `${url.href} is open` : 'there is a documentation pull request to close'
  return { kind: 'unreadable', problem: `Couldn't find out whether ${what}.`, ...(url && { url }) }
}

async function findReasonToLeave(
  place: PullRequestPlace,
  facts: PullRequestFacts,
  { github, inputs: { ignoreAuthors } }: Closing,
): Promise<string | undefined> {
  if (!isByApp(facts, ignoreAuthors)) return "An app didn't open it, so it may be the work of a person."
  const others = await findOtherAuthors(github, place, facts, { ignoreAuthors })
  return others && explainOthers(others)
}

/** Says why before it closes, so that the reason is there at once; deletes that where closing fails. */
async function explainAndClose(url: URL, place: PullRequestPlace, closing: Closing): Promise<Closed> {
  const { github, run, signal, log } = closing
  let explanation: number | undefined
  try {
    explanation = await explain(place, closing)
    await github.closePullRequest(place)
    return { kind: 'closed', url }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    // The request may have been carried out although its answer was lost.
    const { state } = await github.fetchPullRequest(place)
    if (state === 'closed') return { kind: 'closed', url }
    log.warning("The documentation pull request couldn't be closed", error.message)
    if (explanation !== undefined) await github.deleteComment(explanation, place)
    return { kind: 'left-open', url, problem: explainRefusal(error, place, run) }
  }
}

/** Posts why it is closed. An earlier attempt of a run may have posted that. @returns the comment's ID if it is new */
async function explain(place: PullRequestPlace, closing: Closing): Promise<number | undefined> {
  const { github, run, thread, inputs, signal } = closing
  // It starts nothing: comments with a marker of ours are never a command.
  const marker = createSignedMarker('closing', inputs.apiKey, [identifyRepository(run), String(thread)])
  const isSaid = async () => {
    const comments = await github.fetchComments(place.number, undefined, place)
    return comments.some(({ body }) => marker.read(body)?.isVerified)
  }
  if (await isSaid()) return undefined
  const body = `${explainClosing(thread, run)}\n\n${marker.write({ thread })}`
  try {
    return (await github.createComment(place.number, body, place)).id
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof GitHubError && error.isTransient && (await isSaid())) return undefined
    throw error
  }
}
