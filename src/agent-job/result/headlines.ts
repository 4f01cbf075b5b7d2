import type { Outcome } from './outcome.ts'

const HEADLINES: Readonly<Record<Outcome, string>> = {
  'pull-request': '🚀 The documentation pull request is ready',
  'no-pull-request': '✅ The agent is done; no pull request was opened',
  archived: '🗄️ The job was archived',
  submitted: '📨 The job was submitted',
  'dry-run': '🧪 Dry run: nothing was sent',
  skipped: '⏭️ Nothing to do',
  denied: '🚫 Not allowed',
  duplicate: '👥 Another run handles this comment',
  failed: '❌ The job failed',
  'timed-out': '⌛ Still going on, but this run has stopped waiting',
  cancelled: '🛑 The run was cancelled',
  unknown: '❓ Nobody can tell whether the prompt was received',
  error: '⚠️ Something went wrong',
}

/** The headline of `outcome`, as text. */
export function chooseHeadline(outcome: Outcome, isUpdate = false): string {
  return outcome === 'pull-request' && isUpdate
    ? '🚀 The documentation pull request is updated'
    : HEADLINES[outcome]
}
