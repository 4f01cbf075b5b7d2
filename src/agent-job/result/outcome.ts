/** Every outcome of a run, in the order of the README's table. */
export const OUTCOMES = [
  'pull-request',
  'no-pull-request',
  'archived',
  'submitted',
  'dry-run',
  'skipped',
  'denied',
  'duplicate',
  'failed',
  'timed-out',
  'cancelled',
  'unknown',
  'error',
] as const

/** What became of a run. */
export type Outcome = (typeof OUTCOMES)[number]

/** Outcomes that fail the step whatever `fail-on` says, because the run has no result. */
const ALWAYS_RED: readonly Outcome[] = ['cancelled', 'unknown', 'error']

/** Whether `outcome` fails the step. */
export function isRed(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return ALWAYS_RED.includes(outcome) || failOn.includes(outcome)
}
