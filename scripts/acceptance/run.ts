import { cleanUp } from './cleanup.ts'
import { Client, type ClientOptions } from './client.ts'
import { createFollower, type Pace } from './follow.ts'
import { checkSandbox, describePlan, type Plan, PlanError } from './plan.ts'
import { type PlayedRow, playRows } from './play.ts'
import { type Account, castOf, createRecording, type Recording } from './record.ts'
import type { Row, Stage } from './rows.ts'
import { createSandbox } from './sandbox.ts'
import { formatResult, summarize } from './table.ts'
import { writeWorkflow } from './workflow.ts'

export interface AcceptanceOptions extends Pick<ClientOptions, 'apiUrl' | 'token' | 'paceMs'> {
  /** The sandbox. */
  repository: string
  action: string
  commit: string
  /** The token of a second account, which may not write to the sandbox. */
  strangerToken?: string | undefined
  rows: readonly Row[]
  pace: Pace
  /** Whether a sandbox with other workflows is accepted. */
  allowOthers?: boolean
  /** Leaves everything in the sandbox. */
  keep?: boolean
  /** Asks the person who has read the plan. */
  agree: (plan: string) => Promise<boolean>
  log: (text: string) => void
}

export interface AcceptanceResult {
  rows: PlayedRow[]
  /** What GitHub has shown, without anything private. */
  recording: Recording
}

/**
 * Plays the rows in the sandbox, from the plan to the cleanup. What an earlier start left is removed first.
 * @returns undefined if the person doesn't agree
 * @throws PlanError before anything is written
 */
export async function runAcceptance(options: AcceptanceOptions): Promise<AcceptanceResult | undefined> {
  const { repository, action, commit, rows, pace, strangerToken, log, agree } = options
  const onWait = log
  const client = new Client({ ...options, onWait })
  const stranger = strangerToken === undefined ? undefined : new Client({ ...options, onWait, token: strangerToken })
  const person = await client.get<Account>('/user')
  const outsider = await stranger?.get<Account>('/user')
  const fork = stranger && outsider && (await nameFork(stranger, outsider.login, repository))
  const plan: Plan = { repository, action, commit, rows, fork }
  await checkSandbox(client, plan, options.allowOthers === true)
  if (!(await agree(describePlan(plan)))) return undefined

  const follower = createFollower(client, repository, pace)
  const forked = stranger && fork !== undefined ? { client: stranger, repository: fork } : undefined
  const clean = async (when: string) => {
    for (const line of await cleanUp(client, repository, forked)) log(`${when}: ${line}`)
  }
  if (forked !== undefined) await createFork(forked, repository, follower.waitFor)
  await clean('Left by an earlier start')
  const sandbox = createSandbox(client, repository)
  const stage: Stage = { sandbox, follower, stranger: forked && { client: forked.client, fork: forked.repository } }
  try {
    await sandbox.setUp(writeWorkflow({ action, commit }))
    const results = await playRows(rows, stage, (result) => log(formatResult(result)))
    log(summarize(results))
    const cast = castOf(repository, action, person, outsider)
    const clients = stranger === undefined ? [client] : [client, stranger]
    return { rows: results, recording: createRecording(results, clients, cast) }
  } finally {
    if (options.keep !== true) await clean('Cleanup')
  }
}

/** @throws PlanError if the second account is no stranger */
async function nameFork(stranger: Client, login: string, repository: string): Promise<string> {
  const found = await stranger.find<{ permissions?: { push?: boolean } }>(`/repos/${repository}`)
  if (found === undefined) throw new PlanError(`${login} can't see ${repository}. Make it public.`)
  if (found.permissions?.push === true)
    throw new PlanError(`${login} can write to ${repository}. Choose another account.`)
  const [owner, name] = repository.split('/')
  if (login === owner) throw new PlanError(`${repository} belongs to ${login}. Choose another account.`)
  return `${login}/${name}`
}

/** GitHub makes a fork in the background. One that is there already stays. */
async function createFork(
  { client, repository }: { client: Client; repository: string },
  parent: string,
  waitFor: ReturnType<typeof createFollower>['waitFor'],
): Promise<void> {
  const path = `/repos/${repository}/git/ref/heads/main`
  if ((await client.find(path)) !== undefined) {
    await client.settle('POST', `/repos/${repository}/merge-upstream`, { branch: 'main' })
    return
  }
  await client.send('POST', `/repos/${parent}/forks`, {})
  await waitFor(`the fork ${repository}`, () => client.find(path))
}
