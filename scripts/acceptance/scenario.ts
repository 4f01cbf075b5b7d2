import type { Client } from './client.ts'
import { ACTIONS, BY_AGENT, FOLDER, type Item, PURPOSE, writeFile } from './sandbox.ts'

export type Scenario = ReturnType<typeof createScenario>

/** What people do in one conversation of the sandbox, and what they see there. */
export function createScenario(name: string, { send, attempt, list }: Client) {
  const about = { title: `Acceptance: ${name}`, body: PURPOSE }
  // Names are new in every run: GitHub may still show what was deleted a moment ago.
  const unique = `${FOLDER}${name}-${Date.now().toString(36)}`
  let thread: Item | undefined
  let comment: Item | undefined
  let run: Item | undefined

  /** Makes a branch or a tag at the tip of `main`. */
  async function mark(ref: string): Promise<string> {
    const { object } = await send<{ object: { sha: string } }>('GET', '/git/ref/heads/main')
    await send('POST', '/git/refs', { ref, sha: object.sha })
    return ref
  }

  async function waitFor<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    for (const end = Date.now() + 900_000; Date.now() < end; ) {
      const found = await look()
      if (found !== undefined) return found
    }
    throw new Error(`Waited 15 minutes for ${what}.`)
  }

  /** @param cause the comment, commit, tag or row that starts it */
  async function waitForRun(cause: string | number): Promise<void> {
    const what = `the workflow run "acceptance ${cause}" (check Settings > Actions > General, and githubstatus.com)`
    run = await waitFor(what, async () => {
      const runs = await attempt<{ workflow_runs: Item[] }>('GET', `${ACTIONS}/runs`)
      return runs?.workflow_runs.find(({ display_title }) => display_title === `acceptance ${cause}`)
    })
  }

  /** Of the newest attempt. */
  async function waitForEnd(): Promise<void> {
    if (run === undefined) return
    run = await waitFor(`the end of ${run.html_url}`, async () => {
      const now = await attempt<Item>('GET', `/actions/runs/${run?.id}`)
      return now?.run_attempt === run?.run_attempt && now?.status === 'completed' ? now : undefined
    })
  }

  const listByBots = async (path: string) => (await list<Item>(path)).filter(({ user }) => user.type === 'Bot')
  const listReplies = () => listByBots(`/issues/${thread?.number}/comments`)

  const scenario = {
    waitForRun,

    async openIssue(): Promise<void> {
      thread = await send<Item>('POST', '/issues', about)
    },

    /** A pull request with a new file. */
    async openPull(): Promise<void> {
      await mark(`refs/heads/${unique}`)
      await writeFile({ send }, `${unique}.ts`, `export const retries = '${name}'\n`, unique)
      thread = await send<Item>('POST', '/pulls', { ...about, head: unique, base: 'main' })
    },

    /** @returns the commit that the merge made. GitHub may refuse while it finds out whether it can */
    async mergePull(): Promise<string> {
      await scenario.openPull()
      const merge = () => attempt<{ sha: string }>('PUT', `/pulls/${thread?.number}/merge`, {})
      return (await waitFor('the merge', merge)).sha
    },

    tag: (version: string) => mark(`refs/tags/${unique}@${version}`),

    /** Comments in the conversation, or in a new issue. */
    async comment(body: string, by = { send }): Promise<void> {
      if (thread === undefined) await scenario.openIssue()
      await waitForEnd()
      comment = await by.send<Item>('POST', `/issues/${thread?.number}/comments`, { body })
      await waitForRun(comment.id)
    },

    /** Runs the workflow manually. */
    async dispatch(row: string): Promise<void> {
      await waitForEnd()
      const inputs = { row: unique + row, issue: String(thread?.number) }
      await send('POST', `${ACTIONS}/dispatches`, { ref: 'main', inputs })
      await waitForRun(inputs.row)
    },

    async rerun(): Promise<void> {
      await waitForEnd()
      await send('POST', `/actions/runs/${run?.id}/rerun`)
      if (run) run.run_attempt += 1
    },

    /** Once a reply shows the job. */
    async cancel(): Promise<void> {
      await waitFor('the job', async () => (await listReplies()).find(({ body }) => body?.includes('Job `')))
      await send('POST', `/actions/runs/${run?.id}/cancel`)
    },

    /** What people see at the end: the run, the agent's pull requests, the bot's reactions, the headlines of replies. */
    async look(): Promise<string> {
      await waitForEnd()
      const jobs = (await list<Item>('/pulls')).filter(({ number }) => number > (thread?.number ?? 0))
      const reactions = comment ? await listByBots(`/issues/comments/${comment.id}/reactions`) : []
      return [
        run?.conclusion,
        jobs.filter(({ body }) => body?.includes(BY_AGENT)).map(({ title }) => title),
        reactions.map(({ content }) => content).toSorted(),
        (await listReplies()).map(({ body }) => /^### (.+)$/mu.exec(body ?? '')?.[1]),
      ].join('; ')
    },

    links: () => `[conversation](${(comment ?? thread)?.html_url}) · [run](${run?.html_url})`,
  }
  return scenario
}
