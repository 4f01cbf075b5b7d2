import type { CommentRequests, End, Kind } from './requests.ts'

/** A pull request, as far as prompts are told apart by it. */
export interface Created {
  /** In milliseconds since 1970; `-Infinity` where it isn't known. */
  createdMs: number
}

/** A prompt of the period, or one that was never sent, and how it ended. */
export interface Request<Entry> {
  thread: string
  kind: Kind
  end: End
  /** The pull request that it has led to, or continued. */
  pullRequest: Entry | undefined
}

/**
 * Lists the requests of the period in a comment. Only of the last prompt the comment knows the pull request. Any other one
 * has led to the pull request that was created before the next prompt, or has continued the one before.
 */
export function listRequests<Entry extends Created>(
  requests: CommentRequests,
  find: (url: URL) => Entry | undefined,
): Request<Entry>[] {
  const { thread, kind, prompts, last, links, isNotSent } = requests
  const known = [...new Set(links.flatMap((url) => find(url) ?? []))].toSorted(
    (a, b) => a.createdMs - b.createdMs,
  )
  const listed = prompts.flatMap(({ sentMs, isInPeriod }, index): Request<Entry>[] => {
    if (!isInPeriod) return []
    const nextMs = prompts[index + 1]?.sentMs
    if (nextMs === undefined && last !== undefined)
      return [{ thread, kind, end: last.end, pullRequest: last.link && find(last.link) }]
    const pullRequest = findPullRequest(known, sentMs, nextMs)
    return [{ thread, kind, end: pullRequest === undefined ? 'not-known' : 'pull-request', pullRequest }]
  })
  return isNotSent ? [...listed, { thread, kind, end: 'not-sent', pullRequest: undefined }] : listed
}

/** @param known oldest first */
function findPullRequest<Entry extends Created>(
  known: readonly Entry[],
  sentMs: number,
  nextMs = Number.POSITIVE_INFINITY,
): Entry | undefined {
  const created = known.find(({ createdMs }) => createdMs >= sentMs && createdMs < nextMs)
  return created ?? known.findLast(({ createdMs }) => createdMs < sentMs) ?? known[0]
}
