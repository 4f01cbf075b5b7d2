import { checkRow } from './check-row.ts'
import { cleanUp } from './cleanup.ts'
import { Client, type ClientOptions } from './client.ts'
import { createFollower, type Follower, type Pace } from './follow.ts'
import type { JobReport } from './job-report.ts'
import { checkSandbox, describePlan, PlanError } from './plan.ts'
import { createRecording, type Person, type Recording } from './record.ts'
import type { Row, Stage } from './rows.ts'
import { type Account, createSandbox } from './sandbox.ts'
import { formatResult, type RowResult, renderTable } from './table.ts'
import { KEY_SECRET, writeWorkflow } from './workflow.ts'

export interface AcceptanceOptions extends Pick<ClientOptions, 'apiUrl' | 'token' | 'paceMs'> {
  /** The sandbox. */
  repository: string
  /** The repository with the action, and the commit to test. */
  action: string
  commit: string
  /** The token of a second account, which may not write to the sandbox. */
  strangerToken?: string | undefined
  rows: readonly Row[]
  pace: Pace
  /** A real service, which gets one prompt: the only row is that of `promptRow`. */
  supervised?: Supervised | undefined
  /** Whether a sandbox with other workflows is accepted. */
  allowOthers?: boolean
  /** Asks the person who has read the plan. */
  agree: (plan: string) => Promise<boolean>
  log: (text: string) => void
}

export interface Supervised {
  url: string
  projectId: string
  /** Saves the API key as a secret of the sandbox. */
  saveKey: (secret: string) => void
}

interface Acceptance {
  rows: RowResult[]
  /** What GitHub has shown, without anything private. */
  recording: Recording
}

/**
 * Plays the rows in the sandbox, from the plan to the cleanup. What an earlier start left is removed first.
 * @returns undefined if the person doesn't agree
 * @throws PlanError before anything is written
 */
export async function runAcceptance(options: AcceptanceOptions): Promise<Acceptance | undefined> {
  const { repository, action, commit, rows, log, strangerToken: token, supervised } = options
  const own: Account = { client: new Client({ ...options, onWait: log }), repository }
  const other = token === undefined ? undefined : new Client({ ...options, token, onWait: log })
  const person = await own.client.get<Person>('/user')
  const outsider = await other?.get<Person>('/user')
  const stranger = other && outsider && (await checkStranger(other, outsider.login, repository))
  const plan = { repository, action, commit, rows, fork: stranger?.repository, service: supervised?.url }
  await checkSandbox(own.client, plan, options.allowOthers === true)
  if (!(await options.agree(describePlan(plan)))) return undefined

  const stage = { sandbox: createSandbox(own), follower: createFollower(own, options.pace), stranger }
  for (const line of await cleanUp(own, stranger)) log(`Left by an earlier start: ${line}`)
  if (stranger !== undefined) await createFork(stranger, repository, stage.follower)
  const events: JobReport['event'][] = []
  const results: RowResult[] = []
  try {
    supervised?.saveKey(KEY_SECRET)
    await stage.sandbox.setUp(writeWorkflow({ action, commit, service: supervised }))
    for (const row of rows) {
      log(`… ${row.name}`)
      const result = await playRow(row, stage, (event) => events.push(event))
      log(formatResult(result))
      results.push(result)
    }
    log(`\n${renderTable(results)}\n`)
  } finally {
    if (supervised) await own.client.settle('DELETE', `/repos/${repository}/actions/secrets/${KEY_SECRET}`)
    for (const line of await cleanUp(own, stranger)) log(`Cleanup: ${line}`)
  }
  const exchanges = [own.client, ...(other ? [other] : [])].flatMap((client) => client.exchanges)
  return { rows: results, recording: createRecording({ events, exchanges }, repository, action, person, outsider) }
}

/** Plays a row; an error is a problem of its row. */
async function playRow(row: Row, stage: Stage, onEvent: (event: JobReport['event']) => void): Promise<RowResult> {
  const { name, play, expected } = row
  if (row.needsStranger && stage.stranger === undefined)
    return { name, state: 'not run', problems: ['It needs a second account.'] }
  const start = performance.now()
  try {
    const played = await play(stage, `Acceptance: ${name}`)
    const problems = await checkRow(played, expected, stage.sandbox)
    if (played.run.report) onEvent(played.run.report.event)
    const links = { url: played.url, runUrl: played.run.url }
    const state = problems.length === 0 ? 'passed' : 'failed'
    return { name, state, problems, ...links, durationMs: performance.now() - start }
  } catch (error) {
    return { name, state: 'failed', problems: [String(error)], durationMs: performance.now() - start }
  }
}

/** @throws PlanError if the second account is no stranger */
async function checkStranger(client: Client, login: string, repository: string): Promise<Account> {
  const found = await client.find<{ permissions?: { push?: boolean } }>(`/repos/${repository}`)
  const [owner, name] = repository.split('/')
  if (found === undefined) throw new PlanError(`${login} can't see ${repository}. Make it public.`)
  if (found.permissions?.push === true || login === owner)
    throw new PlanError(`${login} can write to ${repository}. Choose another account.`)
  return { client, repository: `${login}/${name}` }
}

/** GitHub makes a fork in the background. One that is there already is used again. */
async function createFork({ client, repository }: Account, parent: string, { waitFor }: Follower): Promise<void> {
  const path = `/repos/${repository}/git/ref/heads/main`
  const isThere = (await client.find(path)) !== undefined
  if (isThere) return client.settle('POST', `/repos/${repository}/merge-upstream`, { branch: 'main' })
  await client.send('POST', `/repos/${parent}/forks`, {})
  await waitFor(`the fork ${repository}`, () => client.find(path))
}
