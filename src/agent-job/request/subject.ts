import { formatCount } from '../../formatting/numbers.ts'
import type { GitHub } from '../../github/github.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import type { Covered, Range } from '../changes/changes.ts'
import { compareBranch, type Start } from '../changes/compare-branch.ts'
import { readRange } from '../changes/read-range.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { type Context, createContext, findReasonToSkip } from './context.ts'
import type { ReportedTrigger } from './read-trigger.ts'

/** What a run is about. */
export interface Subject {
  context: Context
  /** What people read of its range; absent if it is about none. */
  covered?: Covered
  /** With `since`: the range that the claim remembers. */
  range?: Range
}

/** Why a run without a command has nothing to do. */
export interface NoSubject {
  problem: string
  /** Set if nothing counts in a range with `since`, and all of it was read. */
  isNothingCertain?: boolean
}

interface Reads {
  run: Pick<WorkflowRun, 'repository' | 'sha'>
  github: GitHub | undefined
  log: Log
}

/** Reads what the run's event is about. */
export async function readEventSubject(
  trigger: ReportedTrigger,
  inputs: Inputs,
  { github, log }: Reads,
): Promise<Subject | NoSubject> {
  const context = createContext(trigger, inputs, trigger.read ?? { gaps: [] }, github, log)
  return (await findReasonToSkip(trigger, inputs, context)) ?? (await addCovered({ context }, inputs, log))
}

/**
 * Reads what came to the branch from `start` up to the run's commit.
 * @throws GitHubError when it can't be read: then nothing is known of what may be told
 */
export async function readBranchSubject(
  start: Start,
  trigger: ReportedTrigger,
  inputs: Inputs,
  { run, github, log }: Reads & { github: GitHub },
): Promise<Subject | NoSubject> {
  const { range, comparison, reason } = await compareBranch(start, run.sha, github, log)
  const brought = await readRange(range, comparison, { github, repository: run.repository })
  const context = createContext(trigger, inputs, { brought, gaps: [] }, github, log)
  const nothing = await findReasonToSkip(trigger, inputs, context)
  if (nothing === undefined) return await addCovered({ context, range }, inputs, log, reason)
  const changes = await context.fetchChanges()
  const isNothingCertain = changes !== undefined && changes.undecided + changes.unlistedCommits === 0
  return { ...nothing, isNothingCertain }
}

/** Adds what people read of a range that the prompt tells. */
async function addCovered(subject: Subject, inputs: Inputs, log: Log, reason?: string): Promise<Subject> {
  const { context } = subject
  const changes = context.hasRange && inputs.context !== 'none' ? await context.fetchChanges() : undefined
  if (changes?.range === undefined) return subject
  const { told, more, range } = changes
  const count = formatCount(told.length + more.pullRequests + more.commits, 'change')
  log.info(`What changed (${range.base}…${range.head}): ${count}.`)
  const isLastRun = subject.range && inputs.since === 'last-run' ? (true as const) : undefined
  return { ...subject, covered: { range, changes, ...dropAbsent({ isLastRun, reason }) } }
}
