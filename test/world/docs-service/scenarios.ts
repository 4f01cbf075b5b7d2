/** How the work on a prompt ends; `never` keeps the job active for good. */
export type JobEnd = 'pull-request' | 'no-pull-request' | 'failed' | 'archived' | 'never'

/** The course of the work on one prompt, decided beforehand. Every field has a default. */
export interface Course {
  /** Ends at the read after this many reads found the job active, whatever the time. Default 1. */
  activeReads?: number
  /** Instead: time from the prompt to the end, in milliseconds. */
  durationMs?: number
  /** Default `pull-request`. */
  endsAs?: JobEnd
  /** Shown from the end on, instead of the agent's own link, however the job ends; the agent then does not work. */
  prLink?: string
}

/** The course of a job, decided beforehand. */
export interface JobScenario extends Course {
  /** The answer to the create request already shows the end. Default false. */
  terminalOnCreate?: boolean
  /** Instead of a made-up id. */
  id?: string
  /** Laid over every answer about this job. */
  fields?: Record<string, unknown>
}
