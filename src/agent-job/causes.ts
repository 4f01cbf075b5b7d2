import { EMPTY_KEY, FIX_INPUT } from '../runner/inputs.ts'
import { MISPLACED_KEY } from '../runner/mistaken-inputs.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { LOOK_FOR_JOB } from './outcome.ts'

/** All that people are told of a cause. `{keys}` and the like depend on the run: see `result/fill-in.ts`. */
interface Cause {
  /** The first line, without the sign of the outcome: at most eight words. */
  headline: string
  /** What to do about it. Empty where the run itself tells that, or where there is nothing to do. */
  advice: string
  /** What helps where nothing was sent; absent where the advice says all. */
  next?: keyof typeof NEXT
}

/** How the prompt is sent after all. `{rerun}` becomes `{again}` where a re-run would be misled by our comment. */
export const NEXT = {
  fix: 'Fix this, then {rerun}{when}.',
  /** A re-run uses the workflow file of its first attempt. */
  file:
    'Fix this, then re-run the job. If you change the workflow file, {again} instead: a re-run uses the previous ' +
    'version.',
  /** Our comment couldn't be written, so nothing tells a re-run what this run did. */
  again: 'Fix this, then {again}.',
  wait: 'To try again, {rerun}{when}.',
  prompt: 'Change the prompt, and {again}.',
} as const

const NEW_KEY = 'Create an admin key with the `write` scope on {keys}, and save it as the secret that `api-key` uses.'
/** The service answers 403 to all three. */
const FORBIDDEN = 'or an IP allow list excludes this runner, or the plan has no API access. Check {keys} and {usage}.'

/** Every cause that says more than the outcome. `npm run readme` lists them in docs/troubleshooting.md. */
const ROWS = {
  // The key
  'secret-missing': { headline: EMPTY_KEY.headline, advice: EMPTY_KEY.advice, next: 'file' },
  'key-misplaced': { headline: MISPLACED_KEY.headline, advice: MISPLACED_KEY.advice, next: 'file' },
  'key-malformed': {
    headline: 'The secret contains more than the API key',
    advice: 'Save the key alone as the secret that `api-key` uses: one line, no quotes, no header, and no `NAME=`.',
    next: 'fix',
  },
  'key-refused': {
    headline: 'The service refused the API key',
    advice: `The key is wrong, or has expired (by default after 90 days). ${NEW_KEY}`,
    next: 'fix',
  },
  'key-of-other-kind': {
    headline: "The API key isn't an admin key",
    advice: `Assistant keys (\`mint_dsc_\`) and index keys (\`mint_us_\`) can't run agent jobs. ${NEW_KEY}`,
    next: 'fix',
  },
  'key-may-not-write': {
    headline: "The API key can't create jobs",
    advice: `The key lacks the \`write\` scope, ${FORBIDDEN}`,
    next: 'fix',
  },
  'key-may-not-read': {
    headline: "The API key can't read jobs",
    advice: `The key lacks the \`read\` scope, ${FORBIDDEN}`,
    next: 'fix',
  },
  // What the service says
  'invalid-input': { headline: 'Invalid input', advice: FIX_INPUT, next: 'file' },
  'project-not-found': {
    headline: 'Project not found',
    advice: 'Copy the project ID from {keys} to `project-id`. The key must belong to the same organization.',
    next: 'file',
  },
  'job-not-found': {
    headline: 'Job not found in this project',
    advice:
      'Nothing was sent to the agent. Check `job-id` and `project-id`, and {again}. ' +
      'For a new job, leave `job-id` empty.',
  },
  'plan-or-credits': {
    headline: 'Out of credits, or not in the plan',
    advice: 'Check the plan and its credits on {usage}.',
    next: 'fix',
  },
  'app-not-installed': {
    headline: "The service's GitHub app isn't installed",
    advice: 'Install {app} on the documentation repository. If it is installed, let it access this repository.',
    next: 'fix',
  },
  'prompt-refused': { headline: 'The service refused the prompt', advice: '', next: 'prompt' },
  'prompt-too-large': {
    headline: 'The prompt is too large',
    advice: 'Shorten the text, or set a smaller `context`.',
    next: 'prompt',
  },
  'request-refused': {
    headline: 'The service refused the request',
    advice: 'Check `project-id` and `base-url`.',
    next: 'file',
  },
  'service-limit': {
    headline: "The service's rate limit was reached",
    advice: 'A project can create 100 jobs and send 100 messages per hour.',
    next: 'wait',
  },
  'service-failed': {
    headline: 'The service has a problem',
    advice: "Check the service's status page.",
    next: 'wait',
  },
  'prompt-unconfirmed': { headline: "Couldn't confirm that the prompt was received", advice: LOOK_FOR_JOB },
  // The way to the service
  'not-the-service': {
    headline: "The response isn't from the service",
    advice:
      'A web page or a redirect came instead. If this happens again, check that `base-url` leads to the service ' +
      'itself, and that no firewall or proxy blocks this runner.',
    next: 'file',
  },
  'service-unreachable': {
    headline: "Couldn't reach the service",
    advice: "Check `base-url`, the runner's proxy variables, and whether its firewall allows this host.",
    next: 'file',
  },
  'name-not-found': {
    headline: "Couldn't resolve the service's host name",
    advice: "Check the host in `base-url`, and the runner's DNS server.",
    next: 'file',
  },
  'certificate-refused': {
    headline: "The service's certificate isn't trusted",
    advice:
      "A firewall may have replaced it. Make the runner trust the firewall's certificate with `NODE_EXTRA_CA_CERTS`, " +
      'or correct `base-url`.',
    next: 'file',
  },
  'proxy-failed': {
    headline: "Couldn't connect through the proxy",
    advice:
      "Check the runner's `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. A login is part of the variable: " +
      '`http://user:password@host:port`.',
    next: 'fix',
  },
  // GitHub
  'comment-refused': { headline: "The token can't comment here", advice: '', next: 'again' },
  'thread-locked': {
    headline: 'The conversation is locked',
    advice: 'Unlock it, or set a `github-token` whose account can comment in it.',
    next: 'again',
  },
  'thread-not-found': { headline: 'Issue or pull request not found', advice: '', next: 'again' },
  'comment-not-visible': {
    headline: "GitHub doesn't show this run's comment",
    advice:
      'The comment keeps the prompt from being sent twice, so the action sends nothing until GitHub shows the comment.',
    next: 'wait',
  },
  'comment-gone': { headline: 'A comment that this run needs was deleted', advice: '' },
  'permission-check-refused': {
    headline: "The token can't check the commenter's permission",
    advice:
      'If the step sets `github-token`, remove it, or set a token with write access to this repository. ' +
      "Otherwise, check the workflow's `permissions:`.",
    next: 'file',
  },
  'token-without-access': {
    headline: "The token can't access this repository",
    advice:
      'Install the GitHub App on this repository, or select this repository for the token. ' +
      "To use the workflow's own token, remove `github-token`.",
    next: 'file',
  },
  'github-token-refused': {
    headline: 'GitHub refused the token',
    advice: "Check `github-token`. A GitHub App's token expires after an hour.",
    next: 'file',
  },
  'github-refused': { headline: 'GitHub refused the request', advice: '', next: 'file' },
  'github-limit': {
    headline: "GitHub's rate limit was reached",
    advice: 'All runs in a repository share the limit of `GITHUB_TOKEN`.',
    next: 'wait',
  },
  'github-unreachable': {
    headline: "Couldn't reach GitHub",
    advice: "Check GitHub's status page.",
    next: 'wait',
  },
  // The run
  'check-failed': {
    headline: 'The setup check failed',
    advice: 'Nothing was sent to the agent. Fix these, then {check}.',
  },
  'check-incomplete': {
    headline: "Couldn't check everything",
    advice: 'Nothing was sent to the agent. {Later}, {check}.',
  },
  'claimed-by-other-run': {
    headline: 'Already handled by another run',
    advice:
      "This attempt sent nothing to the agent, and neither does a re-run as long as the other run's comment exists. " +
      'To start a new job, {again}.',
  },
  'run-stopped': { headline: 'The run was stopped before it could report', advice: '', next: 'wait' },
  'link-refused': {
    headline: "Done, but the pull request's link is unsafe",
    advice: 'Look for the pull request in the documentation repository.',
  },
} as const satisfies Readonly<Record<string, Cause>>

/** Why a run ended as it did. */
export type CauseName = keyof typeof ROWS

export const CAUSES: Readonly<Record<CauseName, Cause>> = ROWS

/** Why a run ended, where the outcome alone doesn't say it. */
export interface Reason {
  /** Absent if the outcome says all. */
  cause?: CauseName | undefined
  /** What the cause doesn't say of this run, in whole sentences. */
  problem?: string | undefined
  /** Operation, address and status, in whole sentences. People read it last. Absent where no request failed. */
  technical?: string
  /** What to do, in place of the cause's advice, where the event proves more. */
  advice?: string | undefined
  /** What the service said about it, if it said anything. */
  detail?: UntrustedText | undefined
  /** Whether `detail` explains the end, so that people read it first. */
  isDetailOpen?: boolean
  /** When another try may do better, in milliseconds since 1970; absent where that isn't known. */
  retryAt?: number | undefined
  /** An unexpected error, whose stack is shown with step debugging. */
  unexpected?: unknown
}
