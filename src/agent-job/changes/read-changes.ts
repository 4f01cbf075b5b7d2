import { type Connected, type Context, isConnected } from '../context.ts'
import { type Conversation, findSubject } from '../conversation.ts'
import { isSince } from '../inputs.ts'
import { type Memory, NO_MEMORY } from '../memory.ts'
import { RunEnd } from '../run-end.ts'
import type { ChangedPullRequest, Changes } from './changes.ts'
import { findPullRequests } from './pull-requests.ts'
import { type ComparedRange, compare, compareSince, findPreviousTag } from './range.ts'
import { selectCounting } from './what-counts.ts'

/**
 * Reads what changed: the pull request of the event or of the conversation, or the commits of a push, of a tag, or
 * since an earlier run.
 * @returns undefined where the run is about nothing that changed, or has no token
 * @throws RunEnd if nothing counts; ActionError if it can't be read
 */
export async function readChanges(
  context: Context,
  conversation?: Conversation,
  memory = NO_MEMORY,
): Promise<Changes | undefined> {
  const { trigger } = context
  if (!isConnected(context)) return undefined
  const compared = await findRange(context, conversation, memory)
  if (compared !== undefined) return await readRange(context, compared)
  if (!('about' in trigger) || trigger.about.kind !== 'pull request') return undefined
  const { author } = trigger.about
  const { number, title, url, labels } = findSubject(trigger, conversation) ?? trigger.about
  return await readOwn(context, { kind: 'pull request', number, title, url, author, labels })
}

/** The commits that a run is about; undefined if it isn't about a range. */
async function findRange(
  context: Connected<Context>,
  conversation: Conversation | undefined,
  memory: Memory,
): Promise<ComparedRange | undefined> {
  const { trigger, inputs } = context
  if (trigger.kind === 'push') {
    const { before, after } = trigger
    const compared = await compare(context, { from: before, to: after, reason: '' })
    if (compared !== undefined) return compared
    const why = 'a commit no longer exists, or the token lacks `contents: read`.'
    throw new RunEnd('skipped', `GitHub couldn't compare ${before} with ${after}: ${why}`, { isNotice: true })
  }
  if (trigger.kind === 'tag' && inputs.context !== 'none') {
    const from = await findPreviousTag(context, trigger.tag)
    return from === undefined ? undefined : await compare(context, { from, to: trigger.tag, reason: '' })
  }
  if (!isSince(context)) return undefined
  const { from, to } = memory.earlierAttempt?.marker ?? {}
  const own =
    from && to ? await compare(context, { from, to, reason: 'This is the range of the first attempt.' }) : undefined
  return own ?? (await compareSince(context, conversation?.ours ?? []))
}

async function readRange(context: Connected<Context>, compared: ComparedRange): Promise<Changes> {
  const { trigger, run } = context
  const { range, commits, unlisted } = compared
  const branch = trigger.kind === 'push' ? trigger.branch : run.branch || trigger.defaultBranch
  const changes = await findPullRequests(context, commits, branch)
  const counting = await selectCounting(context, changes, unlisted)
  const [first] = changes
  const isOne = trigger.kind === 'push' && first?.kind === 'pull request' && changes.length + unlisted === 1
  return { range: isOne ? undefined : range, ...counting }
}

/** The pull request of the event or the conversation. That of a command always counts, with all its files. */
async function readOwn(context: Connected<Context>, own: ChangedPullRequest): Promise<Changes> {
  const { trigger, inputs } = context
  const isCommand = trigger.kind === 'comment'
  const rules = isCommand ? { ...inputs, paths: [], ignoreAuthors: [] } : inputs
  const change = isCommand ? { ...own, labels: [] } : own
  return { range: undefined, ...(await selectCounting({ ...context, inputs: rules }, [change])) }
}
