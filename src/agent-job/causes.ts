import type { Outcome } from '../job-marker/outcome.ts'
import type { UntrustedText } from '../untrusted/text.ts'

/**
 * What fixes it, and so what is true of a re-run: `key`: another key, with which the comment no longer counts; `setting`:
 * something outside the workflow file; `workflow`: the file, of which a re-run uses the previous version; `either` of the
 * two; `wait`: time; `ask`: another prompt, or the same again; `look`: a person has to look first; `none`: nothing to fix.
 */
export type Mend = 'key' | 'setting' | 'workflow' | 'either' | 'wait' | 'ask' | 'look' | 'none'

/** What people are told of a cause. `{keys}` and the like stand for what depends on the run: see `explain.ts`. */
interface Cause {
  /** The first thing read, without the sign of the outcome. */
  headline: string
  /** Who does what about it; empty where the ending itself says it, or there is nothing to do. */
  advice: string
  mend: Mend
}

const NEW_KEY =
  'A maintainer makes an admin key with the scopes `read` and `write` on {keys}, and stores it as the secret that `api-key` reads.'

/** The service answers 403 to all three. */
const FORBIDDEN =
  'or its list of allowed addresses leaves out this runner, or the plan has no API. A maintainer looks at {keys} and at {usage}.'

/** Every cause that has more to say than the outcome: a new one is added here, and in the troubleshooting page. */
const TABLE = {
  // The service says so, or the connection to it.
  'key-refused': {
    headline: 'The service refused the API key',
    advice: `It is wrong or has expired; keys expire after 90 days unless set otherwise. ${NEW_KEY}`,
    mend: 'key',
  },
  'key-of-assistant': {
    headline: 'The API key is an assistant key',
    advice: `Keys that begin with \`mint_dsc_\` don't run agent jobs. ${NEW_KEY}`,
    mend: 'key',
  },
  'key-of-index': {
    headline: 'The API key is an index key',
    advice: `Keys that begin with \`mint_us_\` don't run agent jobs. ${NEW_KEY}`,
    mend: 'key',
  },
  'key-with-bearer': {
    // The word itself is a part of the secret, so it is masked wherever it stands.
    headline: 'A word stands before the API key',
    advice:
      'A maintainer stores the key alone, without the word of the header, as the secret that `api-key` reads.',
    mend: 'key',
  },
  'key-may-not-write': {
    headline: 'The API key may not write',
    advice: `It lacks the scope \`write\`, ${FORBIDDEN}`,
    mend: 'setting',
  },
  'key-may-not-read': {
    headline: 'The API key may not read',
    advice: `It lacks the scope \`read\`, ${FORBIDDEN}`,
    mend: 'setting',
  },
  'blocked-on-the-way': {
    headline: 'A firewall refused the request',
    advice:
      'The answer is a web page, and not by the service itself. A maintainer has the address of the runner allowed, or uses another runner. If it is by the service all the same, the key lacks the scope `write`, or the plan has no API: {keys} and {usage} tell.',
    mend: 'setting',
  },
  'plan-or-credits': {
    headline: "The plan or its credits don't cover agent jobs",
    advice: 'A maintainer looks at the plan and its credits on {usage}.',
    mend: 'setting',
  },
  'project-not-found': {
    headline: 'There is no such project',
    advice:
      'A maintainer copies the ID of the project from {keys} to `project-id`. The key must be of the same organization.',
    mend: 'either',
  },
  'job-not-found': { headline: 'There is no such job in this project', advice: '', mend: 'either' },
  'not-the-service': {
    headline: 'The answer is not by the documentation service',
    advice:
      'A maintainer checks `base-url`: it has to lead to the service itself, and to no redirect, login or error page.',
    mend: 'workflow',
  },
  'prompt-refused': {
    headline: 'The service did not accept the prompt',
    advice: 'Whoever asked reads below why.',
    mend: 'ask',
  },
  'prompt-too-large': {
    headline: 'The prompt is too large for the service',
    advice: 'Less text may fit, or a maintainer sets a smaller `context`.',
    mend: 'ask',
  },
  'request-refused': {
    headline: 'The service refused the request',
    advice: 'A maintainer reads below why, and checks `project-id` and `base-url`.',
    mend: 'either',
  },
  'service-limit': {
    headline: 'The limit of the service is reached',
    advice: 'A project may create 100 jobs and send 100 messages an hour.',
    mend: 'wait',
  },
  'service-unreachable': {
    headline: "The service can't be reached",
    advice:
      'A maintainer checks `base-url`, the proxy variables of the runner, and whether it may connect to that host.',
    mend: 'either',
  },
  'name-not-found': {
    headline: 'The name of the service is not found',
    advice: 'A maintainer checks the host in `base-url`, and the name server of the runner.',
    mend: 'either',
  },
  'certificate-refused': {
    headline: "The certificate of the service can't be trusted",
    advice:
      'Often a firewall puts its own in place. A maintainer has the runner trust it (`NODE_EXTRA_CA_CERTS`), or corrects `base-url`.',
    mend: 'either',
  },
  'proxy-refused': {
    headline: "The proxy doesn't let the request through",
    advice:
      'A maintainer checks `HTTPS_PROXY` and `NO_PROXY` of the runner; a login stands in the variable: `http://user:password@host:port`.',
    mend: 'setting',
  },
  'proxy-unusable': { headline: "A proxy variable can't be used", advice: '', mend: 'setting' },
  'service-failed': {
    headline: 'The service has a problem',
    advice: 'Its status page may say more.',
    mend: 'wait',
  },
  'prompt-unconfirmed': {
    headline: 'Nobody can tell whether the prompt was received',
    advice:
      'Look for a new job in the dashboard, and for a new pull request or commit of the agent: the service has no list to look it up in, and the work could be done twice.',
    mend: 'look',
  },
  // The workflow.
  'secret-missing': {
    headline: 'The secret with the API key is empty here',
    advice:
      'A maintainer defines the secret that `api-key` reads. The secret of an environment needs the line `environment:` in the job, and a called workflow needs `secrets:`. Pull requests from forks get no secrets, and Dependabot gets only its own.',
    mend: 'either',
  },
  'inputs-unusable': {
    headline: "An input can't be used",
    advice: 'A maintainer corrects the `with:` block of the step.',
    mend: 'either',
  },
  // GitHub.
  'permission-check-refused': {
    headline: "GitHub doesn't let the token see who may use the command",
    advice:
      'A maintainer removes `github-token`, so that it is the token of the workflow, or sets one with write access to this repository.',
    mend: 'workflow',
  },
  'github-token-refused': {
    headline: 'GitHub refused the token',
    advice: 'A maintainer checks `github-token`. The token of a GitHub App is valid for an hour.',
    mend: 'either',
  },
  'github-refused': { headline: 'GitHub refused a request', advice: '', mend: 'either' },
  'github-limit': {
    headline: 'GitHub limits the requests of the token',
    advice: 'All runs that use a token share its limit.',
    mend: 'wait',
  },
  'github-unreachable': {
    headline: 'GitHub is out of reach',
    advice: 'Its status page is https://www.githubstatus.com.',
    mend: 'wait',
  },
  // Nothing was sent, since the claim could not be made.
  'comment-refused': { headline: "GitHub doesn't let the token comment here", advice: '', mend: 'workflow' },
  'thread-not-found': { headline: 'GitHub finds no such issue or pull request', advice: '', mend: 'either' },
  'thread-locked': {
    headline: 'The conversation is locked',
    advice: 'A maintainer unlocks it, or sets a `github-token` whose account may write in it.',
    mend: 'setting',
  },
  'comment-not-visible': {
    headline: "GitHub doesn't show the comment of this run",
    advice: 'Without it nobody could tell later what was sent.',
    mend: 'wait',
  },
  'comment-gone': { headline: 'The comment that asked was deleted', advice: '', mend: 'none' },
  // Nothing was sent, since somebody else may have sent it.
  'claimed-by-other-run': { headline: 'Another run handles this comment', advice: '', mend: 'none' },
  'taken-over-by-later-run': { headline: 'A later run has taken this over', advice: '', mend: 'none' },
  'lost-while-sending': {
    headline: 'Nobody can tell whether the prompt was received',
    advice:
      'An earlier attempt of this run ended while it sent the prompt. Look for a new job, pull request or commit of the agent.',
    mend: 'look',
  },
  'answered-and-deleted': {
    headline: 'This was answered before, and the answer was deleted',
    advice: 'Look for a pull request or commit of the agent.',
    mend: 'look',
  },
  'other-key': {
    headline: 'The API key was changed since this run began',
    advice:
      'The comment of an earlier attempt was made with another `api-key`, so it counts for nothing. Look for a new job, pull request or commit of the agent; to go on with its job, run the action with `job-id` set to it.',
    mend: 'look',
  },
  // Nothing was sent, since the job of a previous run took the time.
  'previous-job-active': {
    headline: 'The previous job is still active',
    advice: '{new} and the prompt starts a new job without waiting.',
    mend: 'wait',
  },
  'too-little-time': {
    headline: 'The previous job took the time',
    advice: 'A maintainer sets a longer `timeout`. {new} and the prompt starts a new job without waiting.',
    mend: 'either',
  },
  'link-refused': {
    headline: 'The agent is done; the link of its pull request is not safe to show',
    advice: 'Look for the pull request in the documentation repository.',
    mend: 'none',
  },
  // A pull request was closed without a merge.
  'documentation-closed': {
    headline: 'The documentation pull request was closed as well',
    advice: '',
    mend: 'none',
  },
  'documentation-left-open': {
    headline: 'The documentation pull request is still open',
    advice: '',
    mend: 'none',
  },
  'documentation-unfinished': {
    headline: 'The agent is still at work on the documentation',
    advice: '',
    mend: 'none',
  },
  'documentation-unreadable': {
    headline: 'The documentation pull request is left as it is',
    advice: '',
    mend: 'none',
  },
  'documentation-none': { headline: 'No open documentation pull request to close', advice: '', mend: 'none' },
  'check-failed': { headline: "The set-up doesn't work yet", advice: '', mend: 'either' },
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
  /** An unexpected error. Its stack is shown with step debugging. */
  unexpected?: unknown
}
