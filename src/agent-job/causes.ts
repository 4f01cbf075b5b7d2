import { EMPTY_KEY, FIX_INPUT } from '../runner/inputs.ts'
import { MISPLACED_KEY } from '../runner/mistaken-inputs.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { Outcome } from './outcome.ts'

/**
 * What fixes it, and so what is true of a re-run: `key`: another key; `setting`: something else outside the workflow file; `workflow`: the file, of which a re-run uses the previous version; `either` of
 * the two; `wait`: time; `ask`: another prompt; `look`: a person has to look first; `none`: nothing to fix.
 */
export type Fix = 'key' | 'setting' | 'workflow' | 'either' | 'wait' | 'ask' | 'look' | 'none'

const NEW_KEY = 'Create an admin key with the `write` scope on {keys}, and save it as the secret that `api-key` uses.'
/** The other run's comment decides. */
const DUPLICATE =
  'This run sent nothing to the agent, and neither does a re-run as long as that comment exists. ' +
  'To start a new job, post a new comment.'
/** The service answers 403 to all three. */
const FORBIDDEN = 'or an IP allow list excludes this runner, or the plan has no API access. Check {keys} and {usage}.'

/**
 * Every cause that says more than the outcome, by what fixes it: headline, and what more to do.
 * `npm run readme` lists them in docs/troubleshooting.md.
 */
const TABLE = {
  key: {
    'key-refused': [
      'The service refused the API key',
      `The key is wrong, or has expired (by default after 90 days). ${NEW_KEY}`,
    ],
    'key-of-other-kind': [
      "The API key isn't an admin key",
      `Assistant keys (\`mint_dsc_\`) and index keys (\`mint_us_\`) can't run agent jobs. ${NEW_KEY}`,
    ],
    'key-malformed': [
      'The secret contains more than the API key',
      'Save the key alone as the secret that `api-key` uses: one line, no quotes, no header, and no `NAME=`.',
    ],
  },
  setting: {
    'key-may-not-write': ["The API key can't create jobs", `The key lacks the \`write\` scope, ${FORBIDDEN}`],
    'key-may-not-read': ["The API key can't read jobs", `The key lacks the \`read\` scope, ${FORBIDDEN}`],
    'plan-or-credits': ['Out of credits, or not in the plan', 'Check the plan and its credits on {usage}.'],
    'app-not-installed': [
      "The service's GitHub app isn't installed",
      'Install {app} on the documentation repository. If it is installed, let it access this repository.',
    ],
    'proxy-failed': [
      "Couldn't connect through the proxy",
      "Check the runner's `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. A login is part of the variable: " +
        '`http://user:password@host:port`.',
    ],
    'thread-locked': [
      'The conversation is locked',
      'Unlock it, or set a `github-token` whose account can comment in it.',
    ],
  },
  workflow: {
    'not-the-service': [
      "The response isn't from the service",
      'A web page or a redirect came instead. If it comes again, check that `base-url` leads to the service itself, ' +
        'and that no firewall or proxy blocks this runner.',
    ],
    'permission-check-refused': [
      "The token can't check the commenter's permission",
      'If the step sets `github-token`, remove it, or set a token with write access to this repository. ' +
        "Otherwise, check the workflow's `permissions:`.",
    ],
    'comment-refused': ["The token can't comment here"],
  },
  either: {
    'project-not-found': [
      'Project not found',
      'Copy the project ID from {keys} to `project-id`. The key must belong to the same organization.',
    ],
    'job-not-found': ['Job not found in this project', 'Check `job-id` and `project-id`.'],
    'request-refused': ['The service refused the request', 'Check `project-id` and `base-url`.'],
    'service-unreachable': [
      "Couldn't reach the service",
      "Check `base-url`, the runner's proxy variables, and whether its firewall allows this host.",
    ],
    'name-not-found': [
      "Couldn't resolve the service's host name",
      "Check the host in `base-url`, and the runner's DNS server.",
    ],
    'certificate-refused': [
      "The service's certificate isn't trusted",
      'A firewall may have replaced it. Make the runner trust the new one with `NODE_EXTRA_CA_CERTS`, or ' +
        'correct `base-url`.',
    ],
    'secret-missing': [EMPTY_KEY.headline, EMPTY_KEY.advice],
    'key-misplaced': [MISPLACED_KEY.headline, MISPLACED_KEY.advice],
    'invalid-input': ['Invalid input', FIX_INPUT],
    'token-without-access': [
      "The token can't access this repository",
      'Install the GitHub App on this repository, or select this repository for the token. ' +
        "To use the workflow's own token, remove `github-token`.",
    ],
    'github-token-refused': [
      'GitHub refused the token',
      "Check `github-token`. A GitHub App's token expires after an hour.",
    ],
    'github-refused': ['GitHub refused the request'],
    'thread-not-found': ['Issue or pull request not found'],
    'check-failed': ['The setup check failed'],
  },
  wait: {
    'service-limit': [
      "The service's rate limit was reached",
      'A project can create 100 jobs and send 100 messages per hour.',
    ],
    'service-failed': ['The service has a problem', "Check the service's status page."],
    'github-limit': ['GitHub rate limit reached', 'All runs that use the same token share its limit.'],
    'github-unreachable': ["Couldn't reach GitHub", "Check GitHub's status page."],
    'comment-not-visible': [
      "GitHub doesn't show this run's comment",
      'The comment keeps the prompt from being sent twice, so the action sends nothing until GitHub shows the comment.',
    ],
    'check-incomplete': ["Couldn't check everything"],
    'run-stopped': ['The run was stopped before it could report'],
  },
  ask: {
    'prompt-refused': ['The service refused the prompt'],
    'prompt-too-large': ['The prompt is too large', 'Shorten the text, or set a smaller `context`.'],
  },
  look: {
    'prompt-unconfirmed': [
      "Couldn't confirm that the prompt was received",
      'Look for a new job in the dashboard, and for a new pull request or commit by the agent.',
    ],
  },
  none: {
    'comment-gone': ['A comment that this run needs was deleted'],
    'claimed-by-other-run': ['Already handled by another run', DUPLICATE],
    'taken-over-by-later-run': ['Already handled by a later run', DUPLICATE],
    'link-refused': [
      "Done, but the pull request's link is unsafe",
      'Look for the pull request in the documentation repository.',
    ],
  },
} as const satisfies Readonly<Record<Fix, Readonly<Record<string, readonly [headline: string, advice?: string]>>>>

/** Why a run ended as it did. */
export type CauseName = { [Each in Fix]: keyof (typeof TABLE)[Each] }[Fix]

/**
 * What people are told of a cause: at first, without the sign of the outcome; and what to do about it, unless the
 * ending itself says it. `{keys}` and the like depend on the run: see `explain.ts`.
 */
export const CAUSES = Object.fromEntries(
  Object.entries(TABLE).flatMap(([fix, causes]) =>
    Object.entries(causes).map(([name, [headline, advice = '']]) => [name, { headline, advice, fix }]),
  ),
) as Readonly<Record<CauseName, { headline: string; advice: string; fix: Fix }>>

/** How a run ended, and why. */
export interface Ending {
  outcome: Outcome
  cause?: CauseName | undefined
  /** What the cause doesn't say of this run, in whole sentences. */
  problem?: string | undefined
  /** Operation, address and status, in whole sentences. People read it last. */
  technical?: string
  /** What to do, in place of the cause's advice, where the event proves more. */
  advice?: string | undefined
  /** What the service said about it. */
  detail?: UntrustedText | undefined
  /** Whether `detail` explains the end, so that people read it first. */
  isDetailOpen?: boolean
  /** When another try may do better, in milliseconds since 1970, where that is known. */
  retryAt?: number | undefined
  /** An unexpected error. Its stack is shown with step debugging. */
  unexpected?: unknown
}
