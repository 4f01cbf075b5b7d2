import { resolve } from 'node:path'
import { Client } from '../../scripts/acceptance/client.ts'
import { createSandbox, type Thread } from '../../scripts/acceptance/sandbox.ts'
import { startDocsService } from '../world/docs-service/server.ts'
import type { ActionOptions } from '../world/runner/action-run.ts'
import { startAction } from '../world/runner/run-action.ts'

export interface ClaimCheck extends Pick<ActionOptions, 'runId' | 'inProcess' | 'distOverride'> {
  apiUrl: string
  serverUrl: string
  /** Of a workflow, with `issues: write`. */
  token: string
  repository: string
  paceMs?: number
}

/** The issue of this check, made once; comments in it don't stay. */
const ISSUE = { title: 'Acceptance: the claim', label: 'acceptance-claim' }

/**
 * Runs the action for a command in an issue, and again as a re-run, with a workflow's own token: the claim, the
 * reactions and the edits are GitHub's. Deletes the comments afterwards.
 * @returns what isn't as it must be, a sentence each
 */
export async function checkClaim(options: ClaimCheck): Promise<string[]> {
  const { repository } = options
  const client = new Client(options)
  const sandbox = createSandbox({ client, repository })
  const issue = await findIssue(client, repository)
  const command = await sandbox.comment(issue, '/docs Add a page about retries')
  await using service = await startDocsService()
  const about = await client.get<{ id: number }>(`/repos/${repository}`)
  const payload = { action: 'created', issue, comment: command, repository: about, sender: command.user }
  const run = async (runAttempt: number) => {
    const { outputs } = await runAction({ ...options, runAttempt, repositoryId: about.id }, payload, service)
    const replies = (await sandbox.listReplies(issue)).filter(({ id }) => id > command.id)
    return { outcome: outputs['outcome'], jobs: service.jobs.length, replies }
  }
  try {
    const [first, second] = [await run(1), await run(2)]
    const reactions = await sandbox.listReactions(command)
    const [reply] = second.replies
    return [
      ...[first, second].flatMap(({ outcome, jobs, replies }, index) =>
        outcome === 'pull-request' && jobs === 1 && replies.length === 1
          ? []
          : [`Attempt ${index + 1}: ${outcome}, ${jobs} jobs, ${replies.length} replies.`],
      ),
      ...(reactions === 'eyes rocket' ? [] : [`The reactions are: ${reactions}.`]),
      ...(reply?.body.includes('is ready') ? [] : ["The reply wasn't edited to its end."]),
    ]
  } finally {
    // The command is a bot's, too. What people write stays.
    for (const { id } of await sandbox.listReplies(issue))
      await client.settle('DELETE', `/repos/${repository}/issues/comments/${id}`)
  }
}

/** Bots have no login of their own to search for; a label finds the issue, open or closed. */
async function findIssue(client: Client, repository: string): Promise<Thread> {
  const { title, label } = ISSUE
  const path = `/repos/${repository}/issues`
  const [found] = await client.list<Thread>(`${path}?labels=${label}&state=all`)
  const body = 'CI runs the action in this issue, and deletes the comments.'
  return found ?? (await client.send('POST', path, { title, body, labels: [label] }))
}

type Service = Awaited<ReturnType<typeof startDocsService>>

async function runAction(
  { paceMs: _, ...options }: Partial<ActionOptions> & ClaimCheck,
  payload: object,
  service: Service,
) {
  await using run = startAction({
    ...options,
    actionYml: resolve(import.meta.dirname, '../../action.yml'),
    event: { name: 'issue_comment', payload },
    job: 'claim',
    inputs: {
      'api-key': service.apiKey,
      'project-id': service.projectId,
      'base-url': service.url,
      'allowed-bots': 'github-actions[bot]',
      'poll-interval': '200ms',
    },
  })
  return await run.result
}
