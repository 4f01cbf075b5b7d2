import { setTimeout } from 'node:timers/promises'
import { type JobReport, readReport } from './job-report.ts'
import type { Account } from './sandbox.ts'
import { nameRun, WORKFLOW } from './workflow.ts'

export interface Pace {
  /** The pause between two looks at a run, and how long a run may take. */
  pollMs: number
  runLimitMs: number
}

interface Run {
  id: number
  display_title: string
  html_url: string
  status: string
  conclusion: string | null
  run_attempt: number
}

/** A run that has ended, with what its job told. */
export interface EndedRun {
  id: number
  url: string
  conclusion: string
  /** undefined if no job ran, or if it printed none. */
  report: JobReport | undefined
}

/** Follows runs of the workflow in the sandbox. */
export function createFollower({ client, repository }: Account, { pollMs, runLimitMs }: Pace) {
  const actions = `/repos/${repository}/actions`

  /** Looks until there is something. @throws Error at the end of the limit */
  async function waitFor<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    for (let waitedMs = 0; waitedMs < runLimitMs; waitedMs += pollMs) {
      const found = await look()
      if (found !== undefined) return found
      await setTimeout(pollMs)
    }
    throw new Error(`Waited ${Math.round(runLimitMs / 1_000)} s for ${what}.`)
  }

  /** The run that a comment, a commit or another cause has started. */
  function findRun(cause: string | number): Promise<Run> {
    return waitFor(`a run named "${nameRun(cause)}"`, async () => {
      const runs = await listRuns({ client, repository })
      return runs.find(({ display_title }) => display_title === nameRun(cause))
    })
  }

  async function waitForEnd({ id }: Pick<Run, 'id'>, attempt = 1): Promise<EndedRun> {
    const run = await waitFor(`the end of run ${id}`, async () => {
      const now = await client.get<Run>(`${actions}/runs/${id}`)
      return now.run_attempt === attempt && now.status === 'completed' ? now : undefined
    })
    const jobs = await client.list<{ id: number }>(`${actions}/runs/${id}/attempts/${attempt}/jobs`, 'jobs')
    const job = run.conclusion === 'skipped' ? undefined : jobs[0]
    const readLog = () => client.get<string>(`${actions}/jobs/${job?.id}/logs`).catch(() => undefined)
    // GitHub shows the log a moment after the end.
    const log = job && (await waitFor(`the log of job ${job.id}`, readLog))
    return { id, url: run.html_url, conclusion: run.conclusion ?? '', report: readReport(log ?? '') }
  }

  /** @param attempt that ends then */
  async function tell({ id }: Pick<Run, 'id'>, what: 'rerun' | 'cancel', attempt: number): Promise<EndedRun> {
    await client.send('POST', `${actions}/runs/${id}/${what}`)
    return waitForEnd({ id }, attempt)
  }

  return { waitFor, findRun, tell, waitForRun: async (cause: string | number) => waitForEnd(await findRun(cause)) }
}

/** The newest runs of the workflow; none before GitHub knows it. */
export async function listRuns({ client, repository }: Account): Promise<Run[]> {
  const path = `/repos/${repository}/actions/workflows/${WORKFLOW.file}/runs?per_page=50`
  return (await client.find<{ workflow_runs: Run[] }>(path))?.workflow_runs ?? []
}

export type Follower = ReturnType<typeof createFollower>
