export type Reaction = 'rocket' | 'confused' | '-1'

interface OutcomeMeaning {
  /** Comes before the headline. */
  sign: string
  /** The first line that people read, unless an error has its own. */
  headline: string
  /** What to do; empty where the run itself says it. `{again}` becomes how to send the prompt again. */
  advice: string
  reaction: Reaction | undefined
  /** Whether the step is red: always, or where `fail-on` lists the outcome, which it does `by-default` or not. */
  isRed: 'by-input' | 'by-default' | 'always'
  /** Whether the job has ended. */
  isEnd: boolean
  /** Whether the run may have ended before its job did, or before there was one, so that the advice depends on it. */
  isOpen: boolean
  /** Whether a re-run sends the prompt again although there is a job. */
  isSentAgain: boolean
}

const GREEN = { reaction: undefined, isRed: 'by-input', isEnd: false, isOpen: false, isSentAgain: false } as const
const RED = { ...GREEN, reaction: 'confused', isRed: 'always' } as const

/** Every outcome of a run, in the order of the reference. */
export const OUTCOMES = {
  'pull-request': {
    ...GREEN,
    isEnd: true,
    sign: '🚀',
    headline: 'The documentation pull request is ready',
    advice: "Review it like any other pull request, and merge it when it's ready.",
    reaction: 'rocket',
  },
  'no-pull-request': {
    ...GREEN,
    isEnd: true,
    sign: '✅',
    headline: 'Finished without a pull request',
    advice:
      'The agent found nothing to change, or committed to the deployment branch. Check that branch. ' +
      'If a change is missing, {again}, and name the page and the change.',
    reaction: 'rocket',
  },
  archived: {
    ...GREEN,
    isEnd: true,
    sign: '🗄️',
    headline: 'The job was archived',
    advice: 'To start a new job, {again}.',
    reaction: 'confused',
    isSentAgain: true,
  },
  submitted: {
    ...GREEN,
    isOpen: true,
    sign: '📨',
    headline: 'The job was submitted',
    advice: '',
    reaction: 'rocket',
  },
  checked: {
    ...GREEN,
    sign: '✅',
    headline: 'The setup check passed',
    advice: 'Nothing was sent to the agent. Next, {start}.',
    reaction: 'rocket',
  },
  skipped: { ...GREEN, sign: '⏭️', headline: 'Nothing to do', advice: '' },
  denied: {
    ...GREEN,
    sign: '🚫',
    headline: "The commenter can't use the command",
    advice: 'Ask someone who can use the command to post it.',
    reaction: '-1',
  },
  failed: {
    ...GREEN,
    isRed: 'by-default',
    isEnd: true,
    sign: '❌',
    headline: 'The job failed',
    advice:
      "The agent couldn't recover from an error, and the service gives no reason. If every job fails, check that the " +
      "service's GitHub app is installed on the documentation repository, and check the plan and its credits. " +
      'Otherwise, open the job in the dashboard, or {again} with a more precise prompt.',
    reaction: 'confused',
    isSentAgain: true,
  },
  'timed-out': {
    ...GREEN,
    isRed: 'by-default',
    isOpen: true,
    sign: '⌛',
    headline: 'Stopped waiting for the job',
    advice: 'To wait longer next time, increase `timeout`, and `timeout-minutes` of the job.',
    reaction: 'confused',
  },
  cancelled: { ...RED, isOpen: true, sign: '🛑', headline: 'This run was canceled', advice: '' },
  unknown: {
    ...RED,
    sign: '❓',
    headline: "Couldn't confirm that the prompt was received",
    advice:
      'Look for a new job in the dashboard, and for a new pull request or commit by the agent. ' +
      'If you find none, {again}.',
  },
  error: { ...RED, isOpen: true, sign: '⚠️', headline: 'The action failed', advice: '' },
} as const satisfies Readonly<Record<string, OutcomeMeaning>>

export type Outcome = keyof typeof OUTCOMES

/** Every outcome, in the order of the reference. */
export const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[]

/** The default of `fail-on`. */
export const DEFAULT_FAIL_ON = OUTCOME_NAMES.filter((name) => OUTCOMES[name].isRed === 'by-default')

/** Whether the step fails. @param failOn the input */
export function failsStep(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return OUTCOMES[outcome].isRed === 'always' || failOn.includes(outcome)
}
