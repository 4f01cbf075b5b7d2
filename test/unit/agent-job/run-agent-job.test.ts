import { expect, test } from 'vitest'
import type { Inputs } from '../../../src/agent-job/inputs.ts'
import type { Trigger } from '../../../src/agent-job/request/trigger.ts'
import { type Dependencies, runAgentJob } from '../../../src/agent-job/run-agent-job.ts'
import type { DocsService } from '../../../src/docs-service/client.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'

const PULL_REQUEST = new URL('https://github.test/acme/docs/pull/1')
const bug = new TypeError('x is not a function')

/** A run by hand, without a thread, whose service does as `service` says. */
async function run(service: Partial<DocsService>, dependencies: Partial<Dependencies> = {}) {
  let nowMs = 0
  const log = { info() {}, debug() {}, notice() {}, warning() {}, error() {} }
  const inputs = {
    prompt: 'Check the changelog.',
    command: '/docs',
    context: 'none',
    jobId: '',
    wait: true,
    timeoutMs: 60_000,
    pollIntervalMs: 1_000,
    followUp: 'auto',
    dryRun: false,
    ignoreAuthors: [],
    paths: { included: [], excluded: [], hasEmptyPattern: false },
  } as unknown as Inputs
  return await runAgentJob(inputs, { eventName: 'workflow_dispatch', action: '' } as Trigger, {
    run: { repository: 'acme/app' } as Dependencies['run'],
    service: {
      createAgentJob: async () => ({ id: 'job-1', status: 'active' }),
      getAgentJob: async () => ({ id: 'job-1', status: 'completed', pullRequest: PULL_REQUEST }),
      ...service,
    } as DocsService,
    github: undefined,
    comment: undefined,
    clock: {
      now: () => nowMs,
      wallClock: () => nowMs,
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        nowMs += ms
      },
    },
    signal: new AbortController().signal,
    log: { ...log, group: async (_, body) => await body() },
    nonce: 'n-1',
    renderProgress: () => markdown`working`,
    onJob: () => {},
    ...dependencies,
  })
}

test('a run by hand ends with the pull request', async () => {
  expect(await run({})).toMatchObject({
    outcome: 'pull-request',
    jobId: 'job-1',
    pullRequest: PULL_REQUEST,
    isFollowUp: false,
  })
})

test('an unexpected error while the prompt is sent is `unknown`, not an exception', async () => {
  const result = await run({ createAgentJob: () => Promise.reject(bug) })
  expect([result.outcome, result.jobId]).toEqual(['unknown', undefined])
})

test('an unexpected error while polling keeps the job that is known', async () => {
  const result = await run({ getAgentJob: () => Promise.reject(bug) })
  expect(result).toMatchObject({
    outcome: 'error',
    jobId: 'job-1',
    job: { status: 'active' },
    unexpected: bug,
  })
})

test('an unexpected error of what is told of the job keeps its ID', async () => {
  const onJob = () => {
    throw bug
  }
  expect(await run({}, { onJob })).toMatchObject({ outcome: 'error', jobId: 'job-1' })
})

test('a cancelled run is a result, and sends nothing when it is cancelled before', async () => {
  let sent = 0
  const createAgentJob = async () => {
    sent += 1
    return { id: 'job-1' }
  }
  const signal = AbortSignal.abort(new CancelledError('The run was cancelled.'))
  expect(await run({ createAgentJob }, { signal })).toMatchObject({ outcome: 'cancelled' })
  expect(sent).toBe(0)
})
