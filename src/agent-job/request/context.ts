import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { Log } from '../../runner/log.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs.ts'
import { fetchChanges, type WhatChanged } from './changes/fetch-changes.ts'
import type { BranchChanges } from './since/fetch-branch-changes.ts'
import { hasCommand, type Release, type ReviewedPlace, type Thread, type Trigger } from './trigger.ts'

/** What a run is about. GitHub is asked for a part only when it is read, and once. */
export interface Context {
  release: Release | undefined
  place: ReviewedPlace | undefined
  /** With `since`. */
  branchChanges?: BranchChanges
  /** The thread that the event is about, or else that of `issue-number`. */
  fetchThread(): Promise<Thread | undefined>
  /** The description of the thread as GitHub shows it; undefined where the event is about a push or a release. */
  fetchDescription(): Promise<UntrustedText | undefined>
  /** What changed, whatever `paths` says; undefined where that isn't known. */
  fetchChanges(): Promise<WhatChanged | undefined>
  /** What was asked for and could not be read, so far: sentences for people. */
  gaps: readonly string[]
}

type Reads = 'fetchThread' | 'fetchDescription' | 'fetchChangedFiles' | 'fetchComparison' | 'fetchReleases'

/**
 * What a run is about, from its event and from GitHub. A part that can't be read is a warning in the log, and a gap.
 * @param github undefined when there is no token
 */
export function createContext(
  trigger: Pick<Trigger, 'thread' | 'comment' | 'release' | 'push'>,
  { issueNumber, context, command }: Pick<Inputs, 'issueNumber' | 'context' | 'command'>,
  github: Pick<GitHub, Reads> | undefined,
  log: Pick<Log, 'notice' | 'warning'>,
): Context {
  const { thread: ownThread, release, push } = trigger
  // A push that is a pull request has its thread. Other pushes, and releases, have no description or files of a thread.
  const hasOwnChanges = release !== undefined || (push !== undefined && ownThread === undefined)
  // A command is about where it stands, and the event of a pull request about that; an issue may make way.
  const isOwn =
    hasCommand(trigger, command) || ownThread?.kind === 'pull request' || ownThread?.number === issueNumber
  const gaps: string[] = []

  const fetchThread = once(async (): Promise<Thread | undefined> => {
    if (isOwn || issueNumber === undefined) return ownThread
    const read = async () => await github?.fetchThread(issueNumber)
    const facts = await read().catch(noteError('Title and URL of the thread could not be read'))
    return { number: issueNumber, kind: 'issue', ...facts }
  })

  return {
    release,
    place: trigger.comment?.place,
    gaps,
    fetchThread,
    fetchDescription: once(async () => {
      const thread = hasOwnChanges ? undefined : await fetchThread()
      if (thread === undefined) return undefined
      const title = 'The description could not be read'
      if (github === undefined) return noteMissingToken(title)
      return await github.fetchDescription(thread.number).catch(noteError(title))
    }),
    fetchChanges: once(async () => {
      const thread = hasOwnChanges ? undefined : await fetchThread()
      if (hasOwnChanges || thread?.kind === 'pull request') {
        const title = 'What changed could not be read'
        if (github === undefined) return noteMissingToken(title)
        const source = { thread, release, push }
        const notes = { notice: log.notice, gap: noteGap }
        return await fetchChanges(source, github, notes).catch(noteError(title))
      }
      if (context === 'diff')
        log.notice('There are no changes to show', 'The run is about no pull request, push or release.')
      return undefined
    }),
  }

  /** @param advice what people read of it in the thread; the log has all of `detail` */
  function noteGap(title: string, detail: string, advice = ''): undefined {
    gaps.push(`${title}. ${advice}`.trim())
    log.warning(title, detail)
  }

  function noteError(title: string): (error: unknown) => undefined {
    return (error) => {
      if (!(error instanceof GitHubError)) throw error
      return noteGap(title, error.message, error.hint)
    }
  }

  function noteMissingToken(title: string): undefined {
    return noteGap(title, 'Set `github-token`.', 'Set `github-token`.')
  }
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= read()
    return result
  }
}
