import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import { createWorld, type Step, type World } from '../../world/index.ts'
import { BOT, COMMAND, createPatientWorld, createStory, PROMPT, readAnnotations, readText } from './story.ts'

const NOTHING = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))

test('a command is answered with a link to the pull request, and every output is set', async () => {
  await using world = await createWorld()
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, COMMAND, 'writer')
  world.docsService.nextJob({ id: 'job-17' })

  const { outputs, conclusion, summary, log } = await world.run({ trigger: asked })

  const [, comment, ...others] = await world.github.commentsOf(issue.number)
  const prLink = `${world.github.serverUrl}/acme/docs/pull/1`
  expect(outputs).toEqual({
    prLink,
    status: 'completed',
    outcome: 'pull-request',
    jobId: 'job-17',
    prNumber: '1',
    commentUrl: comment?.html_url,
    job: expect.stringMatching(/^\{"id":"job-17","status":"completed",.*\}$/u),
    error: '',
  })
  expect([conclusion, others]).toEqual(['success', []])
  expect(readText(comment ?? { body: '' })).toMatch(
    /^### 🚀 The documentation pull request is ready\n\n\*\*\[Document .*\]\(.*\/pull\/1\)\*\* acme\/docs/u,
  )
  expect(comment?.body).toContain('| File | Lines |')
  expect(summary).toContain('### 🚀 The documentation pull request is ready')
  expect(log.shown).toContain(`Job: job-17\n`)
  expect(log.shown).toContain(`Pull request: ${prLink}\nOutcome: pull-request\n`)
})

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
const COMMENT = { commentUrl: JOB.commentUrl }
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
    outputs: COMMENT,
    again: { outcome: 'checked', reactions: ['eyes', 'rocket'], headline: '✅ The setup check passed', jobs: 0 },
  },
  skipped: {
    text: '/docs help',
    reactions: ['eyes'],
    headline: '📖 How to request documentation',
    outputs: COMMENT,
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
    outputs: { ...COMMENT, error: expect.stringContaining("The service didn't respond.") },
    again: { outcome: 'unknown', ...SENT, headline: "❓ Couldn't confirm that the prompt was received", jobs: 1 },
  },
  error: {
    inputs: { 'project-id': '' },
    color: 'red',
    ...SENT,
    headline: '⚠️ `project-id` is empty',
    outputs: { ...COMMENT, error: expect.stringMatching(/^`project-id` is empty\. Copy the ID/u) },
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

test.each<[failOn: string, end: 'failed' | 'archived' | 'no-pull-request', conclusion: string]>([
  ['none', 'failed', 'success'],
  ['timed-out', 'failed', 'success'],
  ['no-pull-request, archived', 'archived', 'failure'],
  ['no-pull-request, archived', 'no-pull-request', 'failure'],
])('with `fail-on: %s`, a step whose job ends as %s ends as %s', async (failOn, endsAs, conclusion) => {
  await using world = await createPatientWorld()
  world.docsService.nextJob({ endsAs })
  const { outputs, ...result } = await world.run({ inputs: { ...PROMPT, 'fail-on': failOn } })
  expect([outputs['outcome'], result.conclusion]).toEqual([endsAs, conclusion])
  expect(readAnnotations(result as never, 'error')).toHaveLength(conclusion === 'failure' ? 1 : 0)
})

test('`fail-on: none` keeps a wrong key red', async () => {
  await using world = await createPatientWorld()
  const { outputs, conclusion } = await world.run({ inputs: { ...PROMPT, 'fail-on': 'none', 'api-key': 'mint_wrong' } })
  expect([outputs['outcome'], conclusion]).toEqual(['error', 'failure'])
})

test('an event that asks for nothing sets the outcome alone, sends no request, and writes nothing', async () => {
  await using world = await createWorld()
  const issue = await world.github.createIssue()
  const trigger = await world.github.comment(issue.number, 'Thanks!')
  const { outputs, conclusion, summary, log } = await world.run({ trigger })
  expect([outputs, conclusion, summary]).toEqual([{ outcome: 'skipped' }, 'success', ''])
  expect(log.shown).toBe("Nothing to do: The comment doesn't begin with /docs.\n")
  expect([world.github.requests, world.docsService.requests]).toEqual([[], []])
})

test.each([
  ['isn’t there', { environment: { GITHUB_EVENT_PATH: '/nowhere/event.json' } }],
  ["isn't JSON", { trigger: { event: 'issue_comment', text: '{"action":' } }],
] satisfies [string, Step][])('an event file that %s is an error that says so', async (_, step) => {
  await using world = await createPatientWorld()
  const { outputs, conclusion, log } = await world.run(step)
  expect([outputs, conclusion]).toEqual([
    { ...NOTHING, outcome: 'error', error: expect.stringContaining("The event file can't be read") },
    'failure',
  ])
  expect(log.shown).not.toMatch(/^\s+at |bug in the action/mu)
})

test('a run that succeeds removes the 😕 of an earlier attempt, and nobody else’s', async () => {
  await using story = await createStory()
  const { world, asked, run } = story
  await world.github.call('reader', 'POST', `/repos/acme/app/issues/comments/${asked.comment.id}/reactions`, {
    content: 'confused',
  })
  await run({ inputs: { timeout: 'soon' } })
  expect(await story.reactions()).toEqual(['confused', 'eyes', 'confused'])
  await run({ runAttempt: 2 })
  const left = await world.github.reactionsOf(asked.comment.id)
  expect(left.map(({ user, content }) => `${user.login} ${content}`)).toEqual([
    'reader confused',
    `${BOT} eyes`,
    `${BOT} rocket`,
  ])
})

test('what GitHub refuses once the job is known is a warning that says what is missing, and changes no color', async () => {
  await using story = await createStory()
  const { world, run } = story
  const refuse = (method: string, path: RegExp, skip = 0) =>
    world.github.faults.add({ method, path, skip, respond: { status: 403, body: { message: 'Try later.' } } })
  refuse('PATCH', /comments\/\d+$/)
  refuse('POST', /\/issues\/\d+\/comments$/, 1)
  refuse('POST', /reactions$/, 1)
  const { outputs, conclusion, ...result } = await run()
  expect([outputs['outcome'], conclusion]).toEqual(['pull-request', 'success'])
  expect(readAnnotations(result as never, 'warning')).toEqual([
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
  for (const [method, skip] of [
    ['PATCH', 0],
    ['POST', 1],
  ] as const)
    faults.add({ method, path: /\/(?:comments|comments\/\d+)$/, skip, respond: { status: 403, body: {} } })
  const inputs = { timeout: '30s', 'poll-interval': '10s' }
  const { summary } = await story.run({ inputs })
  expect(summary).toContain('run the action with `job-id: job-1`. A re-run sends nothing.')
  expect((await story.run({ inputs, runAttempt: 2 })).outputs['outcome']).toBe('unknown')
})

test('outputs that can’t be written are told, and the comment still names the job', async () => {
  await using story = await createStory()
  story.world.docsService.nextJob({ id: 'job-1' })
  const result = await story.run({ environment: { GITHUB_OUTPUT: '/dev/full' } })
  expect(result.log.shown).toContain("Couldn't write the outputs")
  expect(await story.texts()).toEqual([expect.stringContaining('`job-1`')])
})

test('the job ID is an output before the first look at the job', async () => {
  await using world = await createWorld()
  world.docsService.nextJob({ id: 'job-17', endsAs: 'never' })
  const run = world.start({ inputs: PROMPT })
  await world.docsService.waitForRequests({ operation: 'get-job' })
  run.kill()
  expect((await run.result).outputs).toEqual({ jobId: 'job-17', status: 'active' })
})
