import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { Log } from '../../runner/log.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { Changes } from '../changes/changes.ts'
import type { Brought, BroughtByEvent } from '../changes/read-range.ts'
import { hasPatterns } from '../changes/select-files.ts'
import { addFiles, explainNothing, type FileReads, isWorthARun, selectCounting } from '../changes/what-counts.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { isStartedByComment, type Release, type ReviewedPlace, type Thread, type Trigger } from '../trigger/trigger.ts'

/**
 * What a run is about, from its event and from GitHub. Each part is read when it is needed, and once; one that can't be
 * read is a warning in the log, and a gap.
 */
export interface Context {
  release: Release | undefined
  /** Of a review comment. */
  place: ReviewedPlace | undefined
  /** Whether it is about the commits of a range. */
  hasRange: boolean
  /** What couldn't be read so far: sentences for people. */
  gaps: readonly string[]
  /** Why a release or a push has no changes, in sentences. */
  note?: string | undefined
  /** The thread of the event, or else that of `issue-number`. */
  fetchThread: () => Promise<Thread | undefined>
  /** The description of the thread, or the release notes, as GitHub shows them. */
  fetchDescription: () => Promise<UntrustedText | undefined>
  /** What counts of what changed; undefined where nothing did, or that isn't known. */
  fetchChanges: () => Promise<Changes | undefined>
  /** The same with the files of what is told. */
  fetchFiles: () => Promise<Changes | undefined>
}

type Reads = Pick<GitHub, 'fetchThread' | 'fetchDescription' | 'fetchReleaseNotes'> & FileReads
type ContextInputs = Pick<Inputs, 'issueNumber' | 'context' | 'command' | 'ignoreAuthors' | 'paths'>

/** @param github undefined when there is no token */
export function createContext(
  trigger: Pick<Trigger, 'thread' | 'comment' | 'release' | 'push'>,
  inputs: ContextInputs,
  { brought, gaps: before, note }: BroughtByEvent,
  github: Reads | undefined,
  log: Pick<Log, 'notice' | 'warning'>,
): Context {
  const { thread: ownThread, release, push } = trigger
  const { issueNumber, context, command, ignoreAuthors, paths } = inputs
  const isCommand = isStartedByComment(trigger, command)
  // A push that is a pull request has its thread. Other pushes, and releases, have no description or files of a thread.
  const hasOwnChanges = release !== undefined || (push !== undefined && ownThread === undefined)
  // A command and a pull request's event are about their own thread. An issue's event gives way to `issue-number`.
  const isOwn = isCommand || ownThread?.kind === 'pull request' || ownThread?.number === issueNumber
  const gaps: string[] = [...before]
  let isUnreadable = false

  const fetchThread = once(async (): Promise<Thread | undefined> => {
    if (isOwn || issueNumber === undefined) return ownThread
    const title = "Couldn't read the title and URL of the conversation"
    const facts = github && (await read(title, (from) => from.fetchThread(issueNumber)))
    return { number: issueNumber, kind: 'issue', ...facts }
  })

  const fetchChanges = once(async (): Promise<Changes | undefined> => {
    const found = brought ?? (hasOwnChanges ? undefined : describePullRequest(await fetchThread()))
    if (found === undefined) {
      if (context === 'diff' && !hasOwnChanges)
        log.notice('No changes to show', "This run isn't for a pull request, push or release.")
      return undefined
    }
    // The thread of a command always counts.
    const rules = { ignoreAuthors, paths: isCommand ? NO_PATTERNS : paths }
    return await read(UNREAD_FILES, (from) => selectCounting(found, rules, from, noteUnread))
  })

  return {
    release,
    place: trigger.comment?.place,
    hasRange: brought?.range !== undefined,
    gaps,
    note,
    fetchThread,
    fetchDescription: once(async () => {
      const { id } = release ?? {}
      if (id !== undefined) return await read("Couldn't read the release notes", (from) => from.fetchReleaseNotes(id))
      const thread = hasOwnChanges ? undefined : await fetchThread()
      if (thread === undefined) return undefined
      return await read("Couldn't read the description", (from) => from.fetchDescription(thread.number))
    }),
    fetchChanges,
    fetchFiles: once(async () => {
      const changes = await fetchChanges()
      // What GitHub has just refused isn't asked for again.
      if (changes === undefined || isUnreadable) return changes
      return await read(UNREAD_FILES, (from) => addFiles(changes, paths, from, noteUnread))
    }),
  }

  async function read<Part>(title: string, part: (github: Reads) => Promise<Part>): Promise<Part | undefined> {
    if (github === undefined) return noteGap(title, 'Set `github-token`.', 'Set `github-token`.')
    try {
      return await part(github)
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      return noteGap(title, error.message, error.hint)
    }
  }

  function noteUnread({ message, hint }: GitHubError): void {
    isUnreadable = true
    noteGap(UNREAD_FILES, message, hint)
  }

  /** @param advice is shown in the thread; the log has all of `detail` */
  function noteGap(title: string, detail: string, advice = ''): undefined {
    gaps.push(`${title}. ${advice}`.trim())
    log.warning(title, detail)
  }
}

const UNREAD_FILES = "Couldn't list the changed files"
const NO_PATTERNS = { included: [], excluded: [] }

/** A pull request that is no range: its event, or its conversation. */
function describePullRequest(thread: Thread | undefined): Brought | undefined {
  if (thread?.kind !== 'pull request') return undefined
  const { number, title, url, author } = thread
  const pullRequests = [{ kind: 'pull request' as const, number, title, url, author, labels: [] }]
  return { pullRequests, commits: [], unlistedCommits: 0 }
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= read()
    return result
  }
}

/**
 * Ends a run without a command of whose changes nothing counts.
 * @returns undefined when the run continues
 */
export async function findReasonToSkip(
  trigger: Trigger,
  inputs: Pick<Inputs, 'command' | 'jobId' | 'paths'>,
  context: Pick<Context, 'hasRange' | 'note' | 'fetchChanges'>,
): Promise<{ problem: string } | undefined> {
  if (isStartedByComment(trigger, inputs.command) || inputs.jobId !== '') return undefined
  // What couldn't be read starts no job by itself. A release also has notes.
  if (trigger.push !== undefined && context.note !== undefined) return { problem: context.note }
  const changes = context.hasRange || hasPatterns(inputs.paths) ? await context.fetchChanges() : undefined
  return changes === undefined || isWorthARun(changes) ? undefined : { problem: explainNothing(changes) }
}
