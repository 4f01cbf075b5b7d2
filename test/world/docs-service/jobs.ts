export type JobStatus = 'active' | 'completed' | 'archived' | 'failed'

/** How a job ends; `never` keeps it active for good. */
export type JobEnd = 'pull-request' | 'no-pull-request' | 'failed' | 'archived' | 'never'

/** The course of a job, decided beforehand. Every field has a default. */
export interface JobScenario {
  /** Time from creation to the end, in milliseconds. Default 100. */
  durationMs?: number
  /** Ends at the read after this many reads found it active, whatever the time. Replaces `durationMs`. */
  activeReads?: number
  /** Default `pull-request`. */
  endsAs?: JobEnd
  /** The answer to the create request already shows the end. Default false. */
  terminalOnCreate?: boolean
  /** `prLink` stays null in this many reads that find the job terminal. Default 0. */
  prLinkAfterReads?: number
  /** Shown instead of the agent's own link; the agent then does not work. `archived` jobs may have one, too. */
  prLink?: string | null
  /** Instead of a made-up id. */
  id?: string
  /** Laid over every answer about this job; `undefined` removes a field. */
  fields?: Record<string, unknown>
  /** Last word on what is answered: gets the body (after `fields`), gives the one to send. */
  answer?: (body: Record<string, unknown>, read: JobRead) => unknown
}

export interface JobRead {
  operation: 'create' | 'get'
  /** 0 for the answer to create, then 1 for the first get. */
  number: number
}

/** What the agent left behind on GitHub. */
export interface AgentPullRequest {
  number: number
  url: string
  branch: string
  file: string
}

/** A job as the world sees it. */
export interface WorldJob {
  readonly id: string
  readonly projectId: string
  readonly prompt: string
  readonly createdAt: Date
  readonly scenario: JobScenario
  /** The real state, before `fields` and `answer` of the scenario. */
  readonly status: JobStatus
  readonly prLink: string | null
  readonly archivedAt: Date | null
  /** Number of get requests answered about it so far. */
  readonly reads: number
  readonly pullRequest?: AgentPullRequest
  /** Why the agent failed on GitHub, if it did (the job is then `failed`). */
  readonly agentFailure?: Error
  /** Ends the job now (as its scenario says, or as asked), agent's work included. */
  finish(end?: Exclude<JobEnd, 'never'>): Promise<void>
  /** Archives it now, whatever its state; a pull request stays linked. */
  archive(): void
}
