import { formatCount } from '../../text/numbers.ts'
import { type Connected, type Context, isConnected } from '../context.ts'
import { type Conversation, findSubject } from '../conversation.ts'
import { isSince } from '../inputs.ts'
import { type Memory, NO_MEMORY } from '../memory.ts'
import { RunEnd } from '../run-end.ts'
import type { Change, ChangedPullRequest, Changes } from './changes.ts'
import { findPullRequests } from './pull-requests.ts'
import { type ComparedRange, compare, compareSince, findPreviousTag } from './range.ts'
import { describeMore, explainNothing, selectCounting } from './what-counts.ts'

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
  return await readOwn(context, { kind: 'pull request', number, title, url, author, labels: [...labels] })
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
    const why = 'it no longer has one of them, or the token lacks `contents: read`.'
    throw new RunEnd('skipped', `GitHub can't compare ${before} with ${after}: ${why}`, { isNotice: true })
  }
  if (trigger.kind === 'tag' && inputs.context !== 'none') {
    const from = await findPreviousTag(context, trigger.tag)
    return from === undefined ? undefined : await compare(context, { from, to: trigger.tag, reason: '' })
  }
  if (!isSince(inputs, trigger)) return undefined
  const { from, to } = memory.request?.marker ?? {}
  const own =
    from && to ? await compare(context, { from, to, reason: 'This is the range of the first attempt.' }) : undefined
  return own ?? (await compareSince(context, conversation?.ours ?? []))
}

async function readRange(context: Connected<Context>, compared: ComparedRange): Promise<Changes> {
  const { trigger, run, inputs } = context
  const { range, commits, unlisted } = compared
  const branch = trigger.kind === 'push' ? trigger.branch : run.branch || trigger.defaultBranch
  const brought = await findPullRequests(context, commits, branch)
  const counted = await selectCounting(context, [...brought.pullRequests, ...brought.commits])
  if (counted.told.length === 0 && unlisted === 0) throw new RunEnd('skipped', explainNothing(counted, inputs.paths))
  const more = describeMore(counted)
  const notes = [
    ...(more === '' ? [] : [`Not listed: ${more}.`]),
    ...(unlisted === 0 ? [] : [`Not read: ${formatCount(unlisted, 'older commit')}.`]),
  ]
  const isOne = trigger.kind === 'push' && brought.pullRequests.length === 1 && brought.commits.length + unlisted === 0
  return { range: isOne ? undefined : range, told: counted.told, notes, leftOut: counted.leftOut, gap: counted.gap }
}

/** The pull request of the event or the conversation. That of a command always counts, with all its files. */
async function readOwn(context: Connected<Context>, own: ChangedPullRequest): Promise<Changes> {
  const { trigger, inputs } = context
  const isCommand = trigger.kind === 'comment'
  const rules = isCommand ? { ...inputs, paths: [], ignoreAuthors: [] } : inputs
  const changes: Change[] = [isCommand ? { ...own, labels: [] } : own]
  const counted = await selectCounting({ ...context, inputs: rules }, changes)
  if (counted.told.length === 0) throw new RunEnd('skipped', explainNothing(counted, inputs.paths))
  return { range: undefined, told: counted.told, notes: [], leftOut: '', gap: counted.gap }
}
