import { expect, test } from 'vitest'
import type { Claim } from '../../../src/agent-job/claim/claim.ts'
import type { Inputs } from '../../../src/agent-job/inputs/inputs.ts'
import type { ReportedTrigger } from '../../../src/agent-job/request/read-trigger.ts'
import { type Dependencies, runAgentJob } from '../../../src/agent-job/run-agent-job.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import type { OurComment } from '../../../src/our-comments/our-comment.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { createClock } from '../fake-clock.ts'
import { ACTIVE, type Answers, createDependencies, DONE } from './job/job-for-tests.ts'

const bug = new TypeError('x is not a function')

/** A manual run, without a thread, whose service does as `service` says. `asked`: its requests. */
async function run(service: Answers = {}, parts: Partial<Dependencies> = {}) {
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
    paths: { included: [], excluded: [] },
  } as unknown as Inputs
  const { dependencies, asked } = createDependencies({
    service: { createAgentJob: ACTIVE, getAgentJob: DONE, ...service },
  })
  dependencies.log.group = () => {}
  const trigger = { eventName: 'workflow_dispatch', action: '' } as ReportedTrigger
  const outside = { nonce: 'n-1', renderAnswer: () => markdown`help`, onJob: () => {}, ...parts }
  return { ...(await runAgentJob(inputs, trigger, { ...dependencies, ...outside })), asked }
}

const SENT = 'createAgentJob Check the changelog.'
const known = { outcome: 'error', job: { jobId: 'job-1' }, unexpected: bug }
const fail = () => {
  throw bug
}

test.each<[string, ...Parameters<typeof run>, object]>([
  ['while the prompt is sent', { createAgentJob: bug }, {}, { outcome: 'unknown', asked: [SENT] }],
  ['while the job is polled', { getAgentJob: bug }, {}, known],
  ['when the job is known', {}, { onJob: fail }, { ...known, asked: [SENT] }],
])(
  'an unexpected error %s is a result that keeps what is known, not an exception',
  async (_, service, parts, result) => {
    expect(await run(service, parts)).toMatchObject(result)
  },
)

test('a cancelled run is a result, and sends nothing when it is cancelled before', async () => {
  const signal = AbortSignal.abort(new CancelledError('The run was canceled.'))
  expect(await run({}, { signal })).toMatchObject({ outcome: 'cancelled', asked: [] })
})

test('the time that it takes to claim does not count against the timeout', async () => {
  const clock = createClock()
  const posted = { id: 1, payload: { nonce: 'n-1', claimant: {}, earlierJobs: [] }, isNamed: false }
  const comment = {
    post: async () => await clock.sleep(40_000).then(() => posted),
    find: async () => [posted],
    adopt: () => {},
    identify: () => {},
    edit: async () => {},
    tell: async () => {},
  } as unknown as OurComment<Claim>
  const github = {} as NonNullable<Dependencies['github']>
  const result = await run({ getAgentJob: ACTIVE }, { clock, comment, github })
  expect(result).toMatchObject({ outcome: 'timed-out', durationMs: 55_000 })
  expect(clock.now()).toBe(95_000)
})

test('the prompt may be accepted until the timeout, and for two seconds after the run is cancelled', async () => {
  const createAgentJob = async (_prompt: string, limits: Limits) => {
    expect(limits).toMatchObject({ deadline: 60_000, graceMs: 2_000 })
    return ACTIVE
  }
  expect(await run({ createAgentJob })).toMatchObject({ outcome: 'pull-request', asked: [SENT, 'getAgentJob job-1'] })
})
