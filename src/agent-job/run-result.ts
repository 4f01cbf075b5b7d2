import type { ActionError } from '../runner/action-error.ts'
import type { AgentJob } from '../service/job.ts'
import type { Request } from './admit.ts'
import type { Changes } from './changes/changes.ts'
import type { OurComment } from './conversation.ts'
import type { Destination } from './destination.ts'
import { type Memory, NO_MEMORY } from './memory.ts'
import type { Outcome } from './outcome.ts'
import type { Prompt } from './prompt.ts'
import type { DocumentationFile, PullRequest } from './pull-request.ts'

/** A line of a check of the setup. */
export interface Check {
  /** `unknown` where it couldn't be looked at. */
  state: 'passed' | 'failed' | 'unknown'
  /** What was found, and, where it isn't as it should be, what to do. */
  text: string
  /** The request that failed, and what came back. */
  technical?: string
}

/** How a line of a check begins. */
export const CHECK_SIGNS: Readonly<Record<Check['state'], string>> = { passed: '✓', failed: '✗', unknown: '?' }

/**
 * What a run knows. The steps of `main.ts` fill it in as soon as they know more, so that an error or a signal loses
 * nothing; at the end it is published once.
 */
export class RunResult {
  /** In milliseconds since 1970. */
  readonly startedAt: number

  // The end: what `main.ts` notes when a step returns or throws
  outcome: Outcome = 'error'
  /** Why the run ended so, as sentences; empty where the outcome or the error says it. */
  reason = ''
  error: ActionError | undefined
  /** Whether the author of the workflow may have expected something else. */
  isNotice = false
  /** Set where the help is the answer: why, or an empty text. */
  help: string | undefined

  // 2. Who may
  /** Whether the commenter may use the command, or no command started the run. */
  isAllowed = false

  // 3. The conversation
  /** The number of the conversation that the run reports in. */
  conversation: number | undefined
  /** The login of the account of the token; empty before the conversation is read. */
  viewer = ''
  memory: Memory = NO_MEMORY

  // 4. Changes and prompt
  /** What it is asked to do; undefined before the inputs are read. */
  request: Request | undefined
  changes: Changes | undefined
  prompt: Prompt | undefined
  destination: Destination | undefined
  /** Of a check of the setup. */
  checks: Check[] = []

  // 5. Our comment
  /** Our comment, as it is now. */
  comment: OurComment | undefined
  /** Whether a comment was being posted, so that it may exist although no response came. */
  isPosting = false
  /** Whether GitHub refused it, and would refuse another one. */
  isRefused = false

  // 6. Send and wait
  /** What became of the prompt: `sending` from the moment in which it may have been received. */
  state: 'not-sent' | 'sending' | 'job' = 'not-sent'
  /** As soon as it is known; empty before. */
  jobId = ''
  /** The last that the service said of it. */
  job: AgentJob | undefined
  /** The documentation pull request at the end, if the token can read it. */
  pullRequest: PullRequest | undefined
  /** The files that it changes. */
  files: DocumentationFile[] = []

  constructor(startedAt: number) {
    this.startedAt = startedAt
  }
}
