import type { EndStatus } from '../docs-service/schema.ts'
import type { Reaction } from '../github/reactions.ts'

interface OutcomeRecord {
  /** Comes before the headline. */
  sign: string
  /** The first line that people read, unless the cause has its own. */
  headline: string
  /** Instructions, unless the cause has its own. `{again}` and other placeholders depend on the run. */
  advice: string
  /** The final reaction to the comment with the command. */
  reaction: Reaction | undefined
  /** Whether the run can end while its job is active, or before it has one, so that the advice depends on the job. */
  isEarly: boolean
  /** Whether the job has ended, so that its comment is complete. */
  isFinal: boolean
  /** What a re-run does if the job is known: report the same end, send the prompt again, or wait for the job. */
  onRerun: 'report' | 'send' | 'wait'
  /** Whether it fails the step even without `fail-on`, because the run has no result. */
  alwaysFails: boolean
}

/** What to do where the prompt may have been received. */
export const LOOK_FOR_JOB = 'Look for a new job in the dashboard, and for a new pull request or commit by the agent.'

const GREEN = {
  reaction: undefined,
  isEarly: false,
  isFinal: false,
  onRerun: 'wait',
  alwaysFails: false,
} as const
const ENDED = { ...GREEN, isFinal: true, onRerun: 'report' } as const
const STOPPED = { ...GREEN, isEarly: true } as const
const RED = { ...GREEN, alwaysFails: true, reaction: 'confused' } as const

/** Every outcome of a run, in the order of the README's table. */
const RECORDS = {
  'pull-request': {
    ...ENDED,
    sign: '🚀',
    headline: 'The documentation pull request is ready',
    advice: "Review it like any other pull request, and merge it when it's ready.",
    reaction: 'rocket',
  },
  'no-pull-request': {
    ...ENDED,
    sign: '✅',
    headline: 'Finished without a pull request',
    advice:
      'The agent either found nothing to change, or committed to the deployment branch. Check that branch. ' +
      'If a change is missing, {again}, and name the page and the change.',
    reaction: 'rocket',
  },
  archived: {
    ...ENDED,
    sign: '🗄️',
    headline: 'The job was archived',
    advice: 'It was archived in the dashboard. For a new job, {again}.',
    reaction: 'confused',
    onRerun: 'send',
  },
  submitted: {
    ...GREEN,
    sign: '📨',
    headline: 'The job was submitted',
    advice: '',
    reaction: 'rocket',
    isEarly: true,
  },
  'dry-run': {
    ...GREEN,
    sign: '🧪',
    headline: 'The setup check passed',
    advice: 'Nothing was sent to the agent. Next, {start}.',
  },
  skipped: { ...GREEN, sign: '⏭️', headline: 'Nothing to do', advice: '' },
  denied: {
    ...GREEN,
    sign: '🚫',
    headline: "The commenter can't use the command",
    advice: 'Ask someone who can use the command to post it, or ask a maintainer to lower `minimum-permission`.',
    reaction: '-1',
  },
  duplicate: { ...GREEN, sign: '👥', headline: 'Already handled by another run', advice: '' },
  failed: {
    ...ENDED,
    sign: '❌',
    headline: 'The job failed',
    advice:
      "The agent couldn't recover from an error, and the service gives no reason. " +
      'If every job fails, install {app} on the documentation repository, and check the plan and its credits ' +
      'on {usage}. Otherwise, look at the job in the dashboard, or {again} with a more precise prompt.',
    reaction: 'confused',
    onRerun: 'send',
  },
  'timed-out': {
    ...STOPPED,
    sign: '⌛',
    headline: 'Stopped waiting for the job',
    advice: 'To wait longer, set a longer `timeout`.',
    reaction: 'confused',
  },
  unavailable: {
    ...STOPPED,
    sign: '⏸️',
    headline: "The prompt couldn't be sent",
    advice: 'To wait longer, set a longer `timeout`.',
    reaction: 'confused',
  },
  cancelled: { ...RED, sign: '🛑', headline: 'This run was canceled', advice: '', isEarly: true },
  unknown: {
    ...RED,
    sign: '❓',
    headline: "Couldn't confirm that the prompt was received",
    advice: LOOK_FOR_JOB,
  },
  error: { ...RED, sign: '⚠️', headline: 'The action failed unexpectedly', advice: '', isEarly: true },
} as const satisfies Readonly<Record<string, OutcomeRecord>>

export type Outcome = keyof typeof RECORDS

/** All outcomes with their policies. What one means in the README is in `scripts/readme-tables.ts`. */
export const OUTCOME_RECORDS: Readonly<Record<Outcome, OutcomeRecord>> = RECORDS

/** Every outcome, in the order of the README's table. */
export const OUTCOMES = Object.keys(RECORDS) as Outcome[]

/** The outcome of a job by its last status; undefined if its pull request decides. */
export const STATUS_OUTCOMES: Readonly<Record<EndStatus, 'archived' | 'failed' | undefined>> = {
  completed: undefined,
  archived: 'archived',
  failed: 'failed',
}

export function failsStep(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return OUTCOME_RECORDS[outcome].alwaysFails || failOn.includes(outcome)
}
