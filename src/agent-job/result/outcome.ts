import type { Reaction } from '../../github/comments.ts'

/** What an outcome means for everybody who is told of it. */
interface OutcomeRecord {
  /** The first line that people read, unless a cause says more. */
  headline: string
  /** Closes the comment that asked, where it was answered. */
  reaction?: Reaction
  /** Whether the job has come to its end, so that a re-run tells this outcome again. */
  isFinal: boolean
  /** Whether it fails the step whatever `fail-on` says, because the run has no result. */
  alwaysFails: boolean
}

/** Every outcome of a run, in the order of the README's table. */
const RECORDS = {
  'pull-request': {
    headline: '🚀 The documentation pull request is ready',
    reaction: 'rocket',
    isFinal: true,
    alwaysFails: false,
  },
  'no-pull-request': {
    headline: '✅ The agent is done; no pull request was opened',
    reaction: 'rocket',
    isFinal: true,
    alwaysFails: false,
  },
  archived: {
    headline: '🗄️ The job was archived',
    reaction: 'confused',
    isFinal: true,
    alwaysFails: false,
  },
  submitted: {
    headline: '📨 The job was submitted',
    reaction: 'rocket',
    isFinal: false,
    alwaysFails: false,
  },
  'dry-run': {
    headline: '🧪 Dry run: nothing was sent',
    reaction: 'rocket',
    isFinal: false,
    alwaysFails: false,
  },
  skipped: { headline: '⏭️ Nothing to do', isFinal: false, alwaysFails: false },
  denied: { headline: '🚫 Not allowed', reaction: '-1', isFinal: false, alwaysFails: false },
  duplicate: { headline: '👥 Another run handles this comment', isFinal: false, alwaysFails: false },
  failed: { headline: '❌ The job failed', reaction: 'confused', isFinal: true, alwaysFails: false },
  'timed-out': {
    headline: '⌛ Still going on, but this run has stopped waiting',
    reaction: 'confused',
    isFinal: false,
    alwaysFails: false,
  },
  unavailable: {
    headline: '⏸️ Nothing was sent: nobody could take it',
    reaction: 'confused',
    isFinal: false,
    alwaysFails: false,
  },
  cancelled: { headline: '🛑 The run was cancelled', isFinal: false, alwaysFails: true },
  unknown: {
    headline: '❓ Nobody can tell whether the prompt was received',
    reaction: 'confused',
    isFinal: false,
    alwaysFails: true,
  },
  error: { headline: '⚠️ Something went wrong', reaction: 'confused', isFinal: false, alwaysFails: true },
} as const satisfies Readonly<Record<string, OutcomeRecord>>

/** What became of a run. */
export type Outcome = keyof typeof RECORDS

/** The outcomes, and what each of them means: a new one is added here, and nowhere else. */
export const OUTCOME_RECORDS: Readonly<Record<Outcome, OutcomeRecord>> = RECORDS

/** Every outcome, in the order of the README's table. */
export const OUTCOMES = Object.keys(RECORDS) as Outcome[]

/** Whether `outcome` fails the step. */
export function failsStep(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return OUTCOME_RECORDS[outcome].alwaysFails || failOn.includes(outcome)
}
