import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Log } from '../../runner/log.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs.ts'
import { readChanges, type WhatChanged } from './changes/read-changes.ts'
import { hasCommand, type Release, type Thread, type Trigger } from './trigger.ts'

/** What a run is about. GitHub is asked for a part only when it is read, and once. */
export interface Subject {
  release: Release | undefined
  /** The thread that the event is about, or else that of `issue-number`. */
  readThread(): Promise<Thread | undefined>
  /** The description of the thread as GitHub shows it; undefined where the event is about a push or a release. */
  readDescription(): Promise<UntrustedText | undefined>
  /** What changed, whatever `paths` says; undefined where that isn't known. */
  readChanges(): Promise<WhatChanged | undefined>
}

type Reads = 'readThread' | 'readDescription' | 'listChangedFiles' | 'compareCommits' | 'listReleases'

/**
 * What a run is about, from its event and from GitHub. A part that can't be read is a warning in the log.
 * @param github undefined when there is no token
 */
export function createSubject(
  trigger: Pick<Trigger, 'thread' | 'comment' | 'release' | 'push'>,
  { issueNumber, context, command }: Pick<Inputs, 'issueNumber' | 'context' | 'command'>,
  github: Pick<GitHub, Reads> | undefined,
  log: Pick<Log, 'notice' | 'warning'>,
): Subject {
  const { thread: ownThread, release, push } = trigger
  // A command is about where it stands, and the event of a pull request about that; an issue may make way.
  const isOwn =
    hasCommand(trigger, command) || ownThread?.kind === 'pull request' || ownThread?.number === issueNumber
  const readThread = once(async (): Promise<Thread | undefined> => {
    if (isOwn || issueNumber === undefined) return ownThread
    const read = async () => await github?.readThread(issueNumber)
    const facts = await read().catch(warn('The prompt is sent without title and URL of the thread'))
    return { number: issueNumber, kind: 'issue', ...facts }
  })

  return {
    release,
    readThread,
    readDescription: once(async () => {
      if (release !== undefined || push !== undefined) return undefined
      const thread = await readThread()
      if (thread === undefined) return undefined
      const title = 'The prompt is sent without the description'
      if (github === undefined) return warnOfToken(title)
      return await github.readDescription(thread.number).catch(warn(title))
    }),
    readChanges: once(async () => {
      const thread = release === undefined && push === undefined ? await readThread() : undefined
      if (release !== undefined || push !== undefined || thread?.kind === 'pull request') {
        if (github === undefined) return warnOfToken(UNKNOWN_CHANGES)
        return await readChanges({ thread, release, push }, github, log).catch(warn(UNKNOWN_CHANGES))
      }
      if (context === 'diff')
        log.notice(UNKNOWN_CHANGES, 'The run is about no pull request, push or release.')
      return undefined
    }),
  }

  function warn(title: string): (error: unknown) => undefined {
    return (error) => {
      if (!(error instanceof GitHubError)) throw error
      log.warning(title, error.message)
    }
  }

  function warnOfToken(title: string): undefined {
    log.warning(title, 'There is no token to read it with: set `github-token`.')
  }
}

const UNKNOWN_CHANGES = 'What changed is not known'

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= read()
    return result
  }
}
