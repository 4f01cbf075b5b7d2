import { isListed } from '../../github/account.ts'
import type { Changes } from '../../github/changes.ts'
import type { Commit } from '../../github/commits.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { Log } from '../../runner/log.ts'
import type { Inputs } from '../inputs.ts'
import { fetchChanges } from './changes/fetch-changes.ts'
import { MAXIMUM_COMMITS, toUnread } from './changes/list-brought.ts'
import { hasPatterns, selectFiles } from './changes/select-files.ts'
import type { CountReads, Rules } from './changes/what-counts.ts'
import { findLoop, isStartedOnPurpose } from './loops.ts'
import type { BranchChanges } from './since/fetch-branch-changes.ts'
import { hasCommand, type Release, type Thread, type Trigger } from './trigger.ts'

export type Context = ReturnType<typeof createContext> & {
  /** With `since`. */
  branchChanges?: BranchChanges
}

type Reads = Pick<GitHub, 'fetchThread' | 'fetchDescription'> & Changes & CountReads
type ContextInputs = Pick<Inputs, 'issueNumber' | 'context' | 'command' | 'ignoreAuthors' | 'paths'>

/** What decides which changes count. */
export function getRules({ paths, ignoreAuthors, context }: Omit<ContextInputs, 'issueNumber' | 'command'>): Rules {
  return { paths, ignoreAuthors, showsFiles: context === 'full' || context === 'diff' }
}

/**
 * What a run is about, from its event and from GitHub, each part of which is read when it is needed, and once. A part
 * that can't be read is a warning in the log, and a gap.
 * @param github undefined when there is no token
 */
export function createContext(
  trigger: Pick<Trigger, 'thread' | 'comment' | 'release' | 'push'>,
  inputs: ContextInputs,
  github: Reads | undefined,
  log: Pick<Log, 'notice' | 'warning'>,
) {
  const { thread: ownThread, push } = trigger
  const release: Release | undefined = trigger.release
  const { issueNumber, context, command } = inputs
  // A push that is a pull request has its thread. Other pushes, and releases, have no description or files of a thread.
  const hasOwnChanges = release !== undefined || (push !== undefined && ownThread === undefined)
  // A command and a pull request's event are about their own thread. An issue's event gives way to `issue-number`.
  const isOwn = hasCommand(trigger, command) || ownThread?.kind === 'pull request' || ownThread?.number === issueNumber
  // The thread of a command always counts.
  const rules = getRules(hasCommand(trigger, command) ? { ...inputs, ignoreAuthors: [] } : inputs)
  const gaps: string[] = []
  let isCut = false

  const fetchThread = once(async (): Promise<Thread | undefined> => {
    if (isOwn || issueNumber === undefined) return ownThread
    const title = "Couldn't read the title and URL of the thread"
    const facts = github && (await read(title, (from) => from.fetchThread(issueNumber)))
    return { number: issueNumber, kind: 'issue', ...facts }
  })

  const fetchCommits = once(async (): Promise<Commit[] | undefined> => {
    if (push !== undefined || release !== undefined || rules.ignoreAuthors.length === 0) return undefined
    const thread = await fetchThread()
    if (thread?.kind !== 'pull request') return undefined
    const commits = await github?.fetchPullRequestCommits({ number: thread.number }, MAXIMUM_COMMITS).catch(toUnread)
    // Of a list that may be cut, nothing is left out.
    return commits && commits.length < MAXIMUM_COMMITS ? commits : undefined
  })

  return {
    release,
    /** The commits of the pull request whose event this is; undefined where they decide nothing, or can't be read. */
    fetchCommits,
    place: trigger.comment?.place,
    /** What couldn't be read so far: sentences for people. */
    gaps: gaps as readonly string[],
    /** Whether more files changed than GitHub lists, as far as it is known. */
    get isCut() {
      return isCut
    },
    /** The thread of the event, or else that of `issue-number`. */
    fetchThread,
    /** The description of the thread as GitHub shows it; undefined for a push or a release. */
    fetchDescription: once(async () => {
      const thread = hasOwnChanges ? undefined : await fetchThread()
      if (thread === undefined) return undefined
      return await read("Couldn't read the description", (from) => from.fetchDescription(thread.number))
    }),
    /** What changed, whatever `paths` says; undefined where that isn't known. */
    fetchChanges: once(async () => {
      const thread = hasOwnChanges ? undefined : await fetchThread()
      const source = { thread, release, push, fetchCommits }
      const notes = { notice: log.notice, gap: noteGap }
      if (hasOwnChanges || thread?.kind === 'pull request')
        return await read("Couldn't read what changed", async (from) => {
          const changes = await fetchChanges(source, from, notes, rules)
          isCut = changes?.isCut === true
          return changes
        })
      if (context === 'diff') log.notice('No changes to show', "This run isn't for a pull request, push or release.")
      return undefined
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

  /** @param advice is shown in the thread; the log has all of `detail` */
  function noteGap(title: string, detail: string, advice = ''): undefined {
    gaps.push(`${title}. ${advice}`.trim())
    log.warning(title, detail)
  }
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= read()
    return result
  }
}

/**
 * Ends a run without a command that one of `ignore-authors` caused, or that is about no file that counts.
 * @returns undefined when the run continues
 */
export async function findReasonToSkip(
  trigger: Trigger,
  inputs: Pick<Inputs, 'command' | 'jobId' | 'ignoreAuthors' | 'paths'>,
  context: Pick<Context, 'fetchChanges' | 'fetchCommits'>,
): Promise<{ outcome: 'skipped'; problem: string } | undefined> {
  const skip = (problem: string) => ({ outcome: 'skipped' as const, problem })
  if (hasCommand(trigger, inputs.command) || inputs.jobId !== '') return undefined
  const loop = findLoop(trigger, inputs.ignoreAuthors)
  if (loop !== undefined) return skip(loop)
  const commits = isStartedOnPurpose(trigger) ? [] : ((await context.fetchCommits()) ?? [])
  const [first] = commits
  if (first !== undefined && commits.every(({ author }) => isListed(author.login, inputs.ignoreAuthors)))
    return skip(`"${first.author.login}" wrote all commits of the pull request and is listed in \`ignore-authors\`.`)
  const changes = hasPatterns(inputs.paths) ? await context.fetchChanges() : undefined
  // If GitHub lists only a part of the files, one of the others may count.
  if (!changes?.isWhole || selectFiles(changes.files, inputs.paths).length > 0) return undefined
  const count = changes.files.length + (changes.leftOut ?? 0)
  if (count === 0) return skip('No files changed.')
  const files = count === 1 ? "The changed file doesn't match" : `None of the ${count} changed files matches`
  return skip(`${files} \`paths\`.`)
}
