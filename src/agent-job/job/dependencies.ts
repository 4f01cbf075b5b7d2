import type { DocsService } from '../../docs-service/client.ts'
import type { GitHub } from '../../github/github.ts'
import type { Clock } from '../../network/gate.ts'
import type { OurComment } from '../../our-comments/our-comment.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { Covered } from '../changes/changes.ts'
import type { Claim } from '../claim/claim.ts'
import type { JobRecord } from './job-record.ts'

/** What the work on a job needs from outside; tests pass their own. */
export interface JobDependencies {
  run: WorkflowRun
  service: DocsService
  /** Undefined when this run has nothing to ask or to say on GitHub. */
  github: GitHub | undefined
  /** Undefined when there is no thread, or nothing is to be said in it. */
  comment: OurComment<Claim> | undefined
  clock: Clock
  /** The time by GitHub's clock, in milliseconds since 1970: comments have times of that clock. */
  githubNow: () => number
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  log: Log
  /** What the comment says while the run is in progress. */
  renderProgress: (progress: Progress) => Markdown
}

/** What is known while the run works. Whatever our comment says of it stays true if nobody edits the comment again. */
export interface Progress {
  /** `claimed`: nothing was sent; `sending`: the prompt may have been received; `job`: it was. */
  state: 'claimed' | 'sending' | 'job'
  job?: JobRecord
  /** The range of commits that the prompt covers, if it is about one. */
  covered?: Covered | undefined
  /** When the service's limit ends that the run waits for, in milliseconds since 1970. */
  waitingUntil?: number | undefined
}
