import { cleanUp } from './cleanup.ts'
import { Client } from './client.ts'
import { createFollower } from './follow.ts'
import { checkSandbox, describePlan } from './plan.ts'
import type { AcceptanceOptions } from './run.ts'
import { createSandbox } from './sandbox.ts'
import { KEY_SECRET, WORKFLOW, writeWorkflow } from './workflow.ts'

export interface SupervisedOptions extends Omit<AcceptanceOptions, 'rows' | 'strangerToken'> {
  service: { url: string; projectId: string }
  /** What the agent is asked, once. */
  prompt: string
  /** Saves the API key as a secret of the sandbox. */
  saveSecret: (name: string) => Promise<void>
}

/**
 * One run with the real service: one prompt, one pull request. The thread stays, for the README.
 * @returns the pull request's URL; undefined if the person doesn't agree
 * @throws Error when the run has no pull request
 */
export async function runSupervised(options: SupervisedOptions): Promise<string | undefined> {
  const { repository, action, commit, service, prompt, pace, log } = options
  const own = { client: new Client({ ...options, onWait: log }), repository }
  const { client } = own
  const plan = { repository, action, commit, rows: [], service: service.url }
  await checkSandbox(client, plan, options.allowOthers === true)
  if (!(await options.agree(`${describePlan(plan)}\nThe prompt: ${prompt}\n`))) return undefined

  await cleanUp(own)
  const sandbox = createSandbox(own)
  const follower = createFollower(own, pace)
  const root = `/repos/${repository}`
  try {
    await options.saveSecret(KEY_SECRET)
    await sandbox.setUp(writeWorkflow({ action, commit, service }))
    const thread = await client.send<{ number: number; html_url: string }>('POST', `${root}/issues`, { title: prompt })
    log(`The thread: ${thread.html_url}`)
    const comment = await sandbox.comment(thread, `/docs ${prompt}`)
    const { url, conclusion, report } = await follower.waitForRun(comment.id)
    log(`The run ended as ${conclusion}: ${url}`)
    const { prLink = '', outcome = 'none' } = report?.outputs ?? {}
    if (prLink === '') throw new Error(`The run has no pull request. Its outcome: ${outcome}.`)
    log(`The pull request: ${prLink}`)
    return prLink
  } finally {
    await client.settle('DELETE', `${root}/actions/secrets/${KEY_SECRET}`)
    for (const line of await cleanUp(own)) log(`Cleanup of ${WORKFLOW.path}: ${line}`)
  }
}
