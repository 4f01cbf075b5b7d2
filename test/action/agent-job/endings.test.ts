import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import type { Step, World } from '../../world/index.ts'
import { BOT, COMMAND, COMMENT, COMMENTS, createPatientWorld, createStory, PROMPT, readAnnotations } from './story.ts'

const NOTHING = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))

interface Ending {
  /** What is asked, by whom. */
  text?: string
  login?: string
  inputs?: Step['inputs']
  prepare?: (world: World) => void
  color?: 'red'
  reactions: string[]
  headline: string
  outputs: object
  /** What the next attempt does, after `repair`, and how many jobs there are then. */
  repair?: (world: World) => unknown
  again: { outcome: string; jobs: number; reactions: string[]; headline: string }
}

const READY = '🚀 The documentation pull request is ready'
const DONE = { outcome: 'pull-request', reactions: ['eyes', 'rocket'], headline: READY }
const JOB = { jobId: 'job-1', commentUrl: expect.stringContaining('#issuecomment-'), job: expect.stringContaining('{') }
const ANSWERED = { commentUrl: JOB.commentUrl }
const LINK = 'https://docs.example/pull/7'
const WITHOUT = { outcome: 'no-pull-request', headline: '✅ Finished without a pull request' }
const SENT = { reactions: ['eyes', 'confused'] }

const endings: Record<string, Ending> = {
  'pull-request': {
    ...DONE,
    outputs: { ...JOB, status: 'completed', prLink: expect.stringContaining('/acme/docs/pull/1'), prNumber: '1' },
    again: { ...DONE, jobs: 1 },
  },
  'no-pull-request': {
    prepare: ({ docsService }) => docsService.nextJob({ id: 'job-1', endsAs: 'no-pull-request' }),
    ...WITHOUT,
    reactions: ['eyes', 'rocket'],
    outputs: { ...JOB, status: 'completed' },
    again: { ...WITHOUT, reactions: ['eyes', 'rocket'], jobs: 1 },
  },
  archived: {
    prepare: ({ docsService }) => docsService.nextJob({ id: 'job-1', endsAs: 'archived' }),
    ...SENT,
    headline: '🗄️ The job was archived',
    outputs: { ...JOB, status: 'archived', error: 'The job was archived.' },
    again: { ...DONE, jobs: 2 },
  },
  'archived, with an unsafe link': {
    prepare: ({ docsService }) =>
      docsService.nextJob({ id: 'job-1', endsAs: 'archived', prLink: 'https://a.example/b/pull/1?c=(d)' }),
    ...SENT,
    headline: '🗄️ The job was archived',
    outputs: { ...JOB, status: 'archived', error: expect.stringContaining("isn't safe to show") },
    again: { outcome: 'archived', ...SENT, headline: '🗄️ The job was archived', jobs: 1 },
  },
  'archived, with a link': {
    prepare: ({ docsService }) => docsService.nextJob({ id: 'job-1', endsAs: 'archived', prLink: LINK }),
    ...SENT,
    headline: '🗄️ The job was archived',
    outputs: { ...JOB, status: 'archived', prLink: LINK, prNumber: '7', error: 'The job was archived.' },
    again: { outcome: 'archived', ...SENT, headline: '🗄️ The job was archived', jobs: 1 },
  },
  submitted: {
    inputs: { wait: false },
    reactions: ['eyes', 'rocket'],
    headline: '📨 The job was submitted',
    outputs: { ...JOB, status: 'active' },
    again: { ...DONE, jobs: 1 },
  },
  checked: {
    text: '/docs check',
    reactions: ['eyes', 'rocket'],
    headline: '✅ The setup check passed',
    outputs: ANSWERED,
    again: { outcome: 'checked', reactions: ['eyes', 'rocket'], headline: '✅ The setup check passed', jobs: 0 },
  },
  skipped: {
    text: '/docs help',
    reactions: ['eyes'],
    headline: '📖 How to request documentation',
    outputs: ANSWERED,
    again: { outcome: 'skipped', reactions: ['eyes'], headline: '📖 How to request documentation', jobs: 0 },
  },
  denied: {
    login: 'reader',
    reactions: ['eyes', '-1'],
    headline: '',
    outputs: { error: '`reader` has the `read` permission, and `minimum-permission` is `write`.' },
    repair: ({ github }) => Object.assign(github.people, { reader: { permission: 'write' } }),
    again: { ...DONE, reactions: ['eyes', '-1', 'rocket'], jobs: 1 },
  },
  failed: {
    prepare: ({ docsService }) => docsService.nextJob({ id: 'job-1', endsAs: 'failed' }),
    color: 'red',
    ...SENT,
    headline: '❌ The job failed',
    outputs: { ...JOB, status: 'failed', error: 'The job failed.' },
    again: { ...DONE, jobs: 2 },
  },
  'timed-out': {
    prepare: ({ docsService }) => docsService.nextJob({ id: 'job-1', activeReads: 5 }),
    inputs: { timeout: '30s', 'poll-interval': '10s' },
    color: 'red',
    ...SENT,
    headline: '⌛ Stopped waiting for the job',
    outputs: { ...JOB, status: 'active', error: 'Stopped waiting for the job.' },
    again: { ...DONE, jobs: 1 },
  },
  unknown: {
    prepare: ({ docsService }) =>
      docsService.faults.add({ operation: 'create-job', when: 'after handling', respond: { kind: 'cut' } }),
    color: 'red',
    ...SENT,
    headline: "❓ Couldn't confirm that the prompt was received",
    outputs: { ...ANSWERED, error: expect.stringContaining("The service didn't send a complete response.") },
    again: { outcome: 'unknown', ...SENT, headline: "❓ Couldn't confirm that the prompt was received", jobs: 1 },
  },
  error: {
    inputs: { 'project-id': '' },
    color: 'red',
    ...SENT,
    headline: '⚠️ `project-id` is empty',
    outputs: { ...ANSWERED, error: expect.stringMatching(/^`project-id` is empty\. Save the ID/u) },
    again: { ...DONE, jobs: 1 },
  },
}

describe('each end of a command: color, reaction, comment, outputs, and what a re-run makes of it', () => {
  test.each(Object.entries(endings))('%s', async (name, ending) => {
    const { text, login = 'writer', inputs, prepare, color, reactions, headline, outputs, repair, again } = ending
    await using story = await createStory(text, { login })
    const { world, run } = story
    if (prepare === undefined) world.docsService.nextJob({ id: 'job-1' })
    else prepare(world)

    const first = await run({ ...(inputs && { inputs }) })

    const [outcome] = name.split(',')
    expect(first.outputs).toEqual({ ...NOTHING, ...outputs, outcome })
    expect(first.conclusion).toBe(color === 'red' ? 'failure' : 'success')
    expect(await story.reactions()).toEqual(reactions)
    expect((await story.texts()).map((each) => each.split('\n')[0])).toEqual((headline && [`### ${headline}`]) || [])

    const isResent = (await story.texts()).join().includes('A re-run sends the same prompt again.')
    expect(isResent).toBe(again.jobs === 2)

    repair?.(world)
    // A re-run waits whatever `wait` says.
    const second = await run({ runAttempt: 2, ...(name === 'submitted' && inputs && { inputs }) })
    expect(second.outputs['outcome']).toBe(again.outcome)
    expect(world.docsService.jobs).toHaveLength(again.jobs)
    expect(await story.reactions()).toEqual(again.reactions)
    expect((await story.texts()).map((each) => each.split('\n')[0])).toEqual([`### ${again.headline}`])
    expect(second.outputs['commentUrl']).toBe((await story.ours())[0]?.html_url)
    if (again.jobs === 1 && first.outputs['jobId']) expect(second.outputs['jobId']).toBe(first.outputs['jobId'])
  })
})

test.each<[failOn: string, Step['inputs'], end: 'failed' | 'no-pull-request', outcome: string, conclusion: string]>([
  ['none', {}, 'failed', 'failed', 'success'],
  ['no-pull-request, archived', {}, 'no-pull-request', 'no-pull-request', 'failure'],
  ['none', { 'api-key': 'mint_wrong' }, 'failed', 'error', 'failure'],
])('with `fail-on: %s` and %j, a step whose job ends as %s is %s: %s', async (failOn, inputs, endsAs, ...end) => {
  await using world = await createPatientWorld()
  world.docsService.nextJob({ endsAs })
  const result = await world.run({ inputs: { ...PROMPT, 'fail-on': failOn, ...inputs } })
  expect([result.outputs['outcome'], result.conclusion]).toEqual(end)
  expect(readAnnotations(result, 'error')).toHaveLength(result.conclusion === 'failure' ? 1 : 0)
})

test.each([
  [COMMAND, ['rocket']],
  ['/docs help', []],
])('a re-run of %j that succeeds removes the 😕 of an earlier attempt, and nobody else’s', async (text, last) => {
  await using story = await createStory(text)
  const { world, asked } = story
  const place = `/repos/acme/app/issues/comments/${asked.comment.id}/reactions`
  await world.github.call('reader', 'POST', place, { content: 'confused' })
  world.github.faults.add({ path: /permission$/, times: 1, respond: { status: 404, body: { message: 'No.' } } })
  await story.run()
  expect(await story.reactions()).toEqual(['confused', 'eyes', 'confused'])
  await story.run({ runAttempt: 2 })
  const left = await world.github.reactionsOf(asked.comment.id)
  const ours = ['eyes', ...last].map((content) => `${BOT} ${content}`)
  expect(left.map(({ user, content }) => `${user.login} ${content}`)).toEqual(['reader confused', ...ours])
})

test('what GitHub refuses once the job is known is a warning of what is missing, and changes no color', async () => {
  await using story = await createStory()
  const refuse = (method: string, path: RegExp, skip = 0) =>
    story.world.github.faults.add({ method, path, skip, respond: { status: 403, body: { message: 'Try later.' } } })
  refuse('PATCH', COMMENT)
  refuse('POST', COMMENTS, 1)
  refuse('POST', /reactions$/, 1)
  const result = await story.run()
  expect([result.outputs['outcome'], result.conclusion]).toEqual(['pull-request', 'success'])
  expect(readAnnotations(result, 'warning')).toEqual([
    expect.stringContaining("Couldn't edit"),
    expect.stringContaining('GitHub says: "Try later."'),
    expect.stringContaining('GitHub returned 403'),
  ])
  expect(result.summary).toContain('it lacks the result')
})

test('where the comment couldn’t note the job, the summary says what a re-run does', async () => {
  await using story = await createStory()
  story.world.docsService.nextJob({ id: 'job-1', endsAs: 'never' })
  const { faults } = story.world.github
  faults.add({ method: 'PATCH', path: COMMENT, respond: { status: 403, body: {} } })
  faults.add({ method: 'POST', path: COMMENTS, skip: 1, respond: { status: 403, body: {} } })
  const inputs = { timeout: '30s', 'poll-interval': '10s' }
  const { summary } = await story.run({ inputs })
  expect(summary).toContain('run the action with `job-id: job-1`. A re-run sends nothing.')
  expect((await story.run({ inputs, runAttempt: 2 })).outputs['outcome']).toBe('unknown')
})
