import { expect, test } from 'vitest'
import type { Claim } from '../../../src/agent-job/claim/claim.ts'
import type { Inputs } from '../../../src/agent-job/inputs/inputs.ts'
import type { ReportedTrigger } from '../../../src/agent-job/request/read-trigger.ts'
import { type Dependencies, runAgentJob } from '../../../src/agent-job/run-agent-job.ts'
import type { DocsService } from '../../../src/docs-service/client.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import type { OurComment } from '../../../src/our-comments/our-comment.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { createClock } from '../fake-clock.ts'
import { ACTIVE, createDependencies, DONE, giveInTurn } from './job/job-for-tests.ts'

const bug = new TypeError('x is not a function')

/** A manual run, without a thread, whose service does as `service` says. */
async function run(service: Partial<DocsService>, parts: Partial<Dependencies> = {}) {
  const inputs = {
    projectId: 'project-1',
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
    paths: { included: [], excluded: [] },
  } as unknown as Inputs
  const { dependencies } = createDependencies({
    service: {
      createAgentJob: async () => ({ id: 'job-1', status: 'active' }),
      getAgentJob: giveInTurn([DONE]),
      ...service,
    },
    ...parts,
  })
  dependencies.log.group = () => {}
  const trigger = { eventName: 'workflow_dispatch', action: '' } as ReportedTrigger
  const outside = { nonce: 'n-1', renderAnswer: () => markdown`help`, onJob: () => {}, ...parts }
  return await runAgentJob(inputs, trigger, { ...dependencies, ...outside })
}

test('an unexpected error is a result that keeps what is known, not an exception', async () => {
  const fail = () => Promise.reject(bug)
  const unsent = await run({ createAgentJob: fail })
  expect([unsent.outcome, unsent.job]).toEqual(['unknown', undefined])
  const known = { outcome: 'error', job: { jobId: 'job-1' }, unexpected: bug }
  expect(await run({ getAgentJob: fail })).toMatchObject(known)
  const onJob = () => {
    throw bug
  }
  expect(await run({}, { onJob })).toMatchObject(known)
})

test('a cancelled run is a result, and sends nothing when it is cancelled before', async () => {
  const createAgentJob = () => Promise.reject(new Error('It was sent.'))
  const signal = AbortSignal.abort(new CancelledError('The run was canceled.'))
  expect(await run({ createAgentJob }, { signal })).toMatchObject({ outcome: 'cancelled' })
})

test('the time that it takes to claim does not count against the timeout', async () => {
  const clock = createClock()
  const payload = { nonce: 'n-1', claimant: {}, earlierJobs: [] }
  const posted = { id: 1, payload, isNamed: false }
  const comment = {
    async post() {
      await clock.sleep(40_000)
      return posted
    },
    find: async () => [posted],
    adopt: () => {},
    identify: () => {},
    edit: async () => {},
    tell: async () => {},
  } as unknown as OurComment<Claim>
  const github = {} as NonNullable<Dependencies['github']>
  const result = await run({ getAgentJob: giveInTurn([ACTIVE]) }, { clock, comment, github })
  expect(result).toMatchObject({ outcome: 'timed-out', durationMs: 55_000 })
  expect(clock.now()).toBe(95_000)
})

test('the prompt may be accepted until the timeout, and for two seconds after the run is cancelled', async () => {
  const limits: Limits[] = []
  await run({
    async createAgentJob(_prompt, limit) {
      limits.push(limit)
      return { id: 'job-1', status: 'active' }
    },
  })
  expect(limits).toMatchObject([{ deadline: 60_000, graceMs: 2_000 }])
})
