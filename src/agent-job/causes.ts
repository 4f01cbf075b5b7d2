import type { Outcome } from '../job-marker/outcome.ts'
import { EMPTY_KEY } from '../runner/inputs.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { SERVICE_CAUSES } from './service-causes.ts'

/**
 * What fixes it, and so what is true of a re-run: `key`: another key, which no longer verifies the comment; `setting`:
 * something outside the workflow file; `workflow`: the file, of which a re-run uses the previous version; `either` of
 * the two; `wait`: time; `ask`: another prompt; `look`: a person has to look first; `none`: nothing to fix.
 */
export type Fix = 'key' | 'setting' | 'workflow' | 'either' | 'wait' | 'ask' | 'look' | 'none'

/** What people are told of a cause. `{keys}` and the like depend on the run: see `explain.ts`. */
interface Cause {
  /** The first thing read, without the sign of the outcome; at most eight words. */
  headline: string
  /** What to do about it; empty where the ending itself says it, or nothing is to be done. */
  advice: string
  fix: Fix
}

/** Every cause that says more than the outcome. `npm run readme` lists them in docs/troubleshooting.md. */
const TABLE = {
  ...SERVICE_CAUSES,
  // The workflow.
  'secret-missing': { headline: EMPTY_KEY.headline, advice: EMPTY_KEY.advice, fix: 'either' },
  'invalid-input': { headline: 'Invalid input', advice: 'Fix the `with:` block of the step.', fix: 'either' },
  // GitHub.
  'permission-check-refused': {
    headline: "The token can't check the commenter's permission",
    advice:
      'If the step sets `github-token`, remove it, or set a token with write access to this repository. ' +
      "Otherwise, check the workflow's `permissions:`.",
    fix: 'workflow',
  },
  'token-without-access': {
    headline: "The token can't access this repository",
    advice:
      'Install the GitHub App on this repository, or select this repository for the token. ' +
      "To use the workflow's own token, remove `github-token`.",
    fix: 'either',
  },
  'github-token-refused': {
    headline: 'GitHub refused the token',
    advice: "Check `github-token`. A GitHub App's token expires after an hour.",
    fix: 'either',
  },
  'github-refused': { headline: 'GitHub refused the request', advice: '', fix: 'either' },
  'github-limit': {
    headline: 'GitHub rate limit reached',
    advice: 'All runs that use the same token share its limit.',
    fix: 'wait',
  },
  'github-unreachable': {
    headline: "Couldn't reach GitHub",
    advice: 'Check https://www.githubstatus.com.',
    fix: 'wait',
  },
  // Nothing was sent, since the claim could not be made.
  'comment-refused': { headline: "The token can't comment here", advice: '', fix: 'workflow' },
  'thread-not-found': { headline: 'Issue or pull request not found', advice: '', fix: 'either' },
  'thread-locked': {
    headline: 'The conversation is locked',
    advice: 'Unlock it, or set a `github-token` whose account can comment in it.',
    fix: 'setting',
  },
  'comment-not-visible': {
    headline: "GitHub doesn't show this run's comment",
    advice: 'The comment keeps the prompt from being sent twice, so it has to be there first.',
    fix: 'wait',
  },
  'comment-gone': { headline: 'The comment with the command was deleted', advice: '', fix: 'none' },
  // Nothing was sent, since another run may have sent it.
  'claimed-by-other-run': { headline: 'Already handled by another run', advice: '', fix: 'none' },
  'taken-over-by-later-run': { headline: 'Already handled by a later run', advice: '', fix: 'none' },
  'lost-while-sending': {
    headline: "Couldn't confirm that the prompt was received",
    advice:
      'An earlier attempt of this run ended while it sent the prompt. ' +
      'Look for a new job, pull request, or commit by the agent.',
    fix: 'look',
  },
  'answered-and-deleted': {
    headline: 'Already answered, but the answer was deleted',
    advice: 'Look for a pull request or commit by the agent.',
    fix: 'look',
  },
  'other-key': {
    headline: 'The API key changed after this run started',
    advice:
      "The previous comment was made with another `api-key`, so a re-run can't find its job. " +
      'If that comment names a job, run the action with its ID as `job-id`. ' +
      'Otherwise, look for a new job, pull request, or commit by the agent.',
    fix: 'look',
  },
  // Nothing was sent, since the job of a previous run took the time.
  'previous-job-active': {
    headline: 'The previous job is still active',
    advice: 'To start a new job without waiting, comment {new} and the prompt.',
    fix: 'wait',
  },
  'too-little-time': {
    headline: 'Not enough time left to send the prompt',
    advice:
      'Set a longer `timeout`. To start a new job without waiting for the previous one, comment {new} and the prompt.',
    fix: 'either',
  },
  'link-refused': {
    headline: "Done, but the pull request's link is unsafe",
    advice: 'Look for the pull request in the documentation repository.',
    fix: 'none',
  },
  // A pull request was closed without a merge.
  'documentation-closed': {
    headline: 'The documentation pull request is closed',
    advice: '',
    fix: 'none',
  },
  'documentation-left-open': {
    headline: 'The documentation pull request is still open',
    advice: '',
    fix: 'none',
  },
  'documentation-unfinished': {
    headline: 'The agent is still working on the documentation',
    advice: '',
    fix: 'none',
  },
  'documentation-unreadable': {
    headline: 'The documentation pull request was left unchanged',
    advice: '',
    fix: 'none',
  },
  'documentation-none': { headline: 'No open documentation pull request to close', advice: '', fix: 'none' },
  // A check of the set-up.
  'check-failed': { headline: "The set-up doesn't work yet", advice: '', fix: 'either' },
  'check-incomplete': { headline: "Couldn't check everything", advice: '', fix: 'wait' },
} as const satisfies Readonly<Record<string, Cause>>

/** Why a run ended as it did. */
export type CauseName = keyof typeof TABLE

export const CAUSES: Readonly<Record<CauseName, Cause>> = TABLE

/** How a run ended, and why. */
export interface Ending {
  outcome: Outcome
  cause?: CauseName | undefined
  /** What the cause doesn't say of this run, in whole sentences. */
  problem?: string
  /** Operation, address and status, in whole sentences. People read it last. */
  technical?: string
  /** What the service said about it. */
  detail?: UntrustedText
  /** Whether `detail` explains the end, so that people read it first. */
  isDetailOpen?: boolean
  /** When another try may do better, in milliseconds since 1970, where that is known. */
  retryAt?: number | undefined
  /** An unexpected error. Its stack is shown with step debugging. */
  unexpected?: unknown
}
