import type { EndStatus } from '../docs-service/schema.ts'
import type { Reaction } from '../github/reactions.ts'

/** All policies for an outcome. */
interface OutcomeRecord {
  /** Stands for the outcome beside a prompt in the marker. Markers keep it, so it never changes. */
  letter: string
  /** Comes before the headline. */
  sign: string
  /** The first line that people read, unless the cause has its own. */
  headline: string
  /** Instructions, unless the cause has its own. `{again}` and other placeholders depend on the run. */
  advice: string
  /** The final reaction to the comment with the command. */
  reaction: Reaction | undefined
  /** Whether the run ended before the job, so that the advice depends on the job. */
  isEarly: boolean
  /** Whether the job has ended, so that its comment is complete. */
  isFinal: boolean
  /** What a re-run does if the job is known: report the same end, send the prompt again, or wait for the job. */
  onRerun: 'report' | 'send' | 'wait'
  /** Whether a job that ended so has done its work where it has a pull request, even if a re-run sends again. */
  isDoneByLink: boolean
  /** Whether a follow-up may continue the job, depending on its state then. */
  isContinuable: boolean
  /** Whether it fails the step even without `fail-on`, because the run has no result. */
  alwaysFails: boolean
}

const GREEN = {
  reaction: undefined,
  isEarly: false,
  isFinal: false,
  onRerun: 'wait',
  isDoneByLink: false,
  isContinuable: true,
  alwaysFails: false,
} as const
const ENDED = { ...GREEN, isFinal: true, onRerun: 'report', isContinuable: false } as const
const STOPPED = { ...GREEN, isEarly: true } as const
const RED = { ...GREEN, alwaysFails: true, reaction: 'confused' } as const

/** Every outcome of a run, in the order of the README's table. */
const RECORDS = {
  'pull-request': {
    ...ENDED,
    letter: 'p',
    sign: '🚀',
    headline: 'The documentation pull request is ready',
    advice: "Review it like any other pull request, and merge it when it's ready.",
    reaction: 'rocket',
    isContinuable: true,
  },
  'no-pull-request': {
    ...ENDED,
    letter: 'n',
    sign: '✅',
    headline: 'Finished without a pull request',
    advice:
      'The agent either found nothing to change, or committed to the deployment branch. Check that branch. ' +
      'If a change is missing, {again}, and name the page and the change.',
    reaction: 'rocket',
  },
  archived: {
    ...ENDED,
    letter: 'a',
    sign: '🗄️',
    headline: 'The job was archived',
    advice: 'It was archived in the dashboard. For a new job, {again}.',
    reaction: 'confused',
    onRerun: 'send',
    isDoneByLink: true,
  },
  submitted: {
    ...GREEN,
    letter: 's',
    sign: '📨',
    headline: 'The job was submitted',
    advice: '',
    reaction: 'rocket',
    isEarly: true,
  },
  'dry-run': {
    ...GREEN,
    letter: 'd',
    sign: '🧪',
    headline: 'The setup check passed',
    advice: 'Nothing was sent to the agent. Next, post a command, or run the workflow without `dry-run`.',
  },
  skipped: { ...GREEN, letter: 'k', sign: '⏭️', headline: 'Nothing to do', advice: '' },
  denied: {
    ...GREEN,
    letter: 'x',
    sign: '🚫',
    headline: "The commenter can't use the command",
    advice: 'Ask someone with that permission to post the command, or ask a maintainer to lower `minimum-permission`.',
    reaction: '-1',
  },
  duplicate: { ...GREEN, letter: '2', sign: '👥', headline: 'Already handled by another run', advice: '' },
  failed: {
    ...ENDED,
    letter: 'f',
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
    letter: 't',
    sign: '⌛',
    headline: 'Stopped waiting for the job',
    advice: 'To wait longer, set a longer `timeout`.',
    reaction: 'confused',
  },
  unavailable: {
    ...STOPPED,
    letter: 'v',
    sign: '⏸️',
    headline: "The prompt couldn't be sent",
    advice: 'To wait longer, set a longer `timeout`.',
    reaction: 'confused',
  },
  cancelled: { ...RED, letter: 'c', sign: '🛑', headline: 'This run was canceled', advice: '', isEarly: true },
  unknown: {
    ...RED,
    letter: 'u',
    sign: '❓',
    headline: "Couldn't confirm that the prompt was received",
    advice: 'Look for a new job, pull request, or commit by the agent.',
  },
  error: { ...RED, letter: 'e', sign: '⚠️', headline: 'The action failed unexpectedly', advice: '', isEarly: true },
} as const satisfies Readonly<Record<string, OutcomeRecord>>

export type Outcome = keyof typeof RECORDS

/** All outcomes with their policies. What one means in the README is in `scripts/readme-tables.ts`. */
export const OUTCOME_RECORDS: Readonly<Record<Outcome, OutcomeRecord>> = RECORDS

/** Every outcome, in the order of the README's table. */
export const OUTCOMES = Object.keys(RECORDS) as Outcome[]

/** The outcome of a job by its last status; undefined if its pull request decides. */
export const STATUS_OUTCOMES: Readonly<Record<EndStatus, Outcome | undefined>> = {
  completed: undefined,
  archived: 'archived',
  failed: 'failed',
}

export function failsStep(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return OUTCOME_RECORDS[outcome].alwaysFails || failOn.includes(outcome)
}
