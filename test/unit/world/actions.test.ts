import { expect, onTestFinished, test } from 'vitest'
import { startSandboxWorld } from '../../world/sandbox.ts'

interface Run {
  id: number
  display_title: string
  status: string
  conclusion: string | null
  run_attempt: number
}

/** A repository with a workflow, and what a person does in it by HTTP. */
async function startRepository(steps: string) {
  const { apiUrl, actions, github, tokenFor, ...world } = await startSandboxWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const headers = { authorization: `Bearer ${tokenFor('maintainer')}` }
  async function send(method: string, path: string, body?: object) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${apiUrl}/repos/acme/app${path}`, { method, headers, ...sent })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : undefined }
  }
  const put = (path: string, text: string) =>
    send('PUT', `/contents/${path}`, { message: 'Add', content: Buffer.from(text).toString('base64') })
  await put('.github/workflows/docs.yml', HEAD + steps)
  return {
    ...{ actions, github, send, put },
    /** Newest first, once none is left. */
    async listRuns(): Promise<Run[]> {
      await actions.idle()
      return (await send('GET', '/actions/workflows/docs.yml/runs')).body.workflow_runs
    },
    async readLog({ id, run_attempt }: Run): Promise<string> {
      const { body } = await send('GET', `/actions/runs/${id}/attempts/${run_attempt}/jobs`)
      return (await send('GET', `/actions/jobs/${body.jobs[0].id}/logs`)).text
    },
  }
}

const HEAD = `run-name: docs \${{ inputs.topic || github.event.comment.id || github.sha }}
on:
  issue_comment: { types: [created] }
  push: { branches: [main], paths: ['src/**'] }
  workflow_dispatch: { inputs: { topic: {} } }
permissions: {}
jobs:
  docs:
    if: github.event.comment.body != 'no'
    runs-on: ubuntu-latest
    permissions: { contents: write, issues: write, pull-requests: write }
    steps:
`

const SCRIPTS = `
      - id: first
        run: |
          echo "attempt=$GITHUB_RUN_ATTEMPT of $GITHUB_EVENT_NAME" >> "$GITHUB_OUTPUT"
          test "$TOPIC" != bad
        env: { TOPIC: '\${{ inputs.topic }}' }
      - run: echo went on with "$TOKEN"
        env: { TOKEN: '\${{ github.token }}' }
      - if: always()
        run: echo "outputs $OUTPUTS"
        env: { OUTPUTS: '\${{ toJSON(steps.first.outputs) }}' }
`

test('events start runs by their name, branch, paths and condition, and a run can be run again', async () => {
  const { send, put, listRuns, readLog } = await startRepository(SCRIPTS)
  const dispatch = (topic: string) =>
    send('POST', '/actions/workflows/docs.yml/dispatches', { ref: 'main', inputs: { topic } })
  expect(await listRuns()).toEqual([])
  await put('other/a.ts', 'a\n')
  await put('.github/workflows/other.yml', (HEAD + SCRIPTS).replace("paths: ['src/**']", 'paths: [lib]'))
  const { number } = (await send('POST', '/issues', { title: 'Title', body: 'Body' })).body
  const no = (await send('POST', `/issues/${number}/comments`, { body: 'no' })).body
  const pushed = (await put('src/a.ts', 'a\n')).body
  await dispatch('good')
  await dispatch('bad')
  const runs = await listRuns()
  const shown = runs.map(({ display_title, status, conclusion }) => `${display_title} ${status} ${conclusion}`)
  expect(shown.toSorted()).toEqual(
    [
      `docs ${no.id} completed skipped`,
      `docs ${pushed.commit.sha} completed success`,
      'docs good completed success',
      'docs bad completed failure',
    ].toSorted(),
  )
  expect((await send('GET', '/actions/workflows/other.yml/runs')).body.workflow_runs).toMatchObject([
    { display_title: `docs ${no.id}`, event: 'issue_comment' },
  ])
  const find = (title: string) => runs.find(({ display_title }) => display_title === title) as Run
  expect(await readLog(find('docs good'))).toMatch(/went on with \*\*\*\n.*"attempt": "1 of workflow_dispatch"/s)
  expect(await readLog(find('docs bad'))).not.toContain('went on')

  const { id } = find('docs bad')
  expect((await send('POST', `/actions/runs/${id}/cancel`)).status).toBe(409)
  expect((await send('POST', `/actions/runs/${id}/rerun`)).status).toBe(201)
  const again = (await listRuns()).find((run) => run.id === id) as Run
  expect([again.run_attempt, again.conclusion]).toEqual([2, 'failure'])
  expect(await readLog(again)).toContain('"attempt": "2 of workflow_dispatch"')
})

test('a cancelled run interrupts its step, and runs what is always run', async () => {
  // The step asks for it, so that nothing has to wait for a time.
  const { send, listRuns, readLog } = await startRepository(`
      - run: |
          node -e '
            const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, TOKEN } = process.env
            const run = GITHUB_API_URL + "/repos/" + GITHUB_REPOSITORY + "/actions/runs/" + GITHUB_RUN_ID
            fetch(run + "/cancel", { method: "POST", headers: { authorization: "Bearer " + TOKEN } })
            setInterval(() => {}, 1e9)'
          echo after
        env: { TOKEN: '\${{ github.token }}' }
      - run: echo next
      - if: always()
        run: echo at the end
`)
  await send('POST', '/actions/workflows/docs.yml/dispatches', { ref: 'main' })
  const [run] = (await listRuns()) as [Run]
  expect(run.conclusion).toBe('cancelled')
  const log = await readLog(run)
  expect(log).toContain('at the end')
  expect(log).not.toMatch(/after|next/)
})
