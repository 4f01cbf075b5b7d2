import { describe, expect, test } from 'vitest'
import type { Step, World } from '../../world/index.ts'
import { answer, COMMAND, countPrompts, createStory, readMarker, type StoryOptions } from './story.ts'

const MORE = '/docs also say when to retry'

/** A conversation in which a first command has opened a documentation pull request. */
async function createThread(options: StoryOptions = {}) {
  const story = await createStory(COMMAND, options)
  story.world.docsService.nextJob({ id: 'job-1' })
  const first = await story.run()
  expect(first.outputs).toMatchObject({ outcome: 'pull-request', jobId: 'job-1', prNumber: '1' })
  story.writes.length = 0
  return { ...story, prLink: first.outputs['prLink'] ?? '', last: async () => (await story.texts()).at(-1) ?? '' }
}

type Thread = Awaited<ReturnType<typeof createThread>>

test('a second command continues the job: the agent adds a commit to the pull request', async () => {
  await using thread = await createThread()
  const { world, writes, prLink } = thread
  const { onRequest } = world.docsService
  let sending: Record<string, unknown> = {}
  world.docsService.onRequest = async (request) => {
    await onRequest?.(request)
    if (request.operation === 'send-message') sending = readMarker((await thread.ours()).at(-1)?.body)
  }

  const { outputs } = await thread.command(MORE)

  expect(outputs).toMatchObject({ outcome: 'pull-request', prLink, jobId: 'job-1' })
  const told = ['post comment', 'delete comment', 'react rocket']
  expect(writes).toEqual(['react eyes', 'post comment', 'send message', 'edit comment', ...told])
  expect(world.docsService.jobs.map(({ messages }) => messages)).toEqual([[expect.stringContaining('when to retry')]])
  expect(sending).toMatchObject({ state: 'sending' })
  expect(sending).not.toHaveProperty('job')
  const [first, second] = await thread.texts()
  expect(first).toContain('### 🚀 The documentation pull request is ready')
  expect(second).toContain('### 🚀 The documentation pull request was updated')
  expect(second).toContain('Continues job `job-1`.')
  expect(second).toContain('To change it, post `/docs` followed by what to change.')
})

// `test/unit/agent-job/job.test.ts` has every reason.
describe('a new job is created, and the comment says why:', () => {
  test.each<[string, Parameters<World['docsService']['nextJob']>[0], (world: World) => unknown]>([
    ['The previous pull request is merged.', {}, ({ github }) => github.closePullRequest(1, 'merged', 'acme/docs')],
    ['The previous job has the status `failed`.', { endsAs: 'failed' }, () => {}],
    ["The previous pull request isn't on", { prLink: 'https://gitlab.example/docs/-/merge_requests/3' }, () => {}],
    ["The service couldn't find the project or job.", {}, ({ docsService }) => void docsService.jobs.splice(0)],
  ])('%s', async (reason, course, prepare) => {
    await using story = await createStory()
    story.world.docsService.nextJob({ id: 'job-1', ...course })
    await story.run()
    await prepare(story.world)
    const { outputs } = await story.command(MORE)
    expect([outputs['outcome'], outputs['jobId'] === 'job-1']).toEqual(['pull-request', false])
    expect((await story.texts()).at(-1)).toContain(`This is a new job. ${reason}`)
    expect(story.writes).not.toContain('send message')
  })

  test('the service refused the message', async () => {
    await using thread = await createThread()
    const body = { error: 'This job takes no more messages.' }
    thread.world.docsService.faults.add({ operation: 'send-message', respond: answer(409, body) })
    const { outputs } = await thread.command(MORE)
    expect([outputs['outcome'], outputs['jobId'] === 'job-1']).toEqual(['pull-request', false])
    const said = 'The service says: "This job takes no more messages."'
    expect(await thread.last()).toContain(`The service refused to continue the previous job. ${said}`)
    expect(countPrompts(thread.world)).toBe(2)
  })
})

test.each<[string, text: string, Step]>([
  ['`--new`', '/docs --new start afresh', {}],
  ['`follow-up: false`', '/docs start afresh', { inputs: { 'follow-up': false } }],
  ['another project', '/docs start afresh', { inputs: { 'project-id': 'other-project' } }],
])('%s starts a new job, without a word about the previous one', async (_, text, step) => {
  await using thread = await createThread({ docsService: { projects: ['other-project'] } })
  const { outputs } = await thread.command(text, step)
  expect([outputs['outcome'], outputs['prNumber']]).toEqual(['pull-request', '2'])
  expect(await thread.last()).not.toMatch(/previous|Continues/u)
  expect(thread.world.docsService.jobs.at(-1)?.prompt).toMatch(/^start afresh\b/u)
})

describe('a message of which nobody knows', () => {
  test('is no fact: its job is named as a place to look', async () => {
    await using thread = await createThread()
    const { faults } = thread.world.docsService
    faults.add({ operation: 'send-message', when: 'after handling', respond: { kind: 'cut' } })
    expect((await thread.command(MORE)).outputs['outcome']).toBe('unknown')
    expect(await thread.last()).toContain('The prompt was for job `job-1`. Check that job first.')
    expect(await thread.last()).not.toContain('Continues job')
  })

  test('was not for the previous job, if it was refused, and the new job has no response', async () => {
    await using thread = await createThread()
    const { faults } = thread.world.docsService
    faults.add({ operation: 'send-message', respond: answer(404) })
    faults.add({ operation: 'create-job', respond: { kind: 'cut' } })
    expect((await thread.command(MORE)).outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
    expect(await thread.last()).toContain('Look for a new job in the dashboard')
    expect(await thread.last()).not.toContain('job-1')
  })
})

describe('after a message', () => {
  /** Until the service has noticed the message, it shows the end from before it. */
  function addStale({ world, prLink }: Thread, times: number): void {
    const respond = answer(200, { id: 'job-1', status: 'completed', prLink })
    world.docsService.faults.add({ operation: 'get-job', times, respond })
    world.docsService.faults.add({ operation: 'send-message', when: 'after handling', respond })
  }

  test('an end from before it isn’t believed, once the job was seen active', async () => {
    await using thread = await createThread()
    // The first look decides that the job is continued.
    addStale(thread, 1 + 3)
    const { outputs } = await thread.command(MORE)
    expect([outputs['outcome'], outputs['prLink']]).toEqual(['pull-request', thread.prLink])
    expect(await thread.last()).toContain('The documentation pull request was updated')
  })

  test('a re-run doesn’t believe it either', async () => {
    await using thread = await createThread()
    addStale(thread, 1)
    const { world, number } = thread
    const trigger = await world.github.comment(number, MORE)
    await world.run({ trigger, runId: 7, inputs: { wait: false } })
    addStale(thread, 3)
    const { outputs } = await world.run({ trigger, runId: 7, runAttempt: 2 })
    expect([outputs['outcome'], countPrompts(world)]).toEqual(['pull-request', 2])
    expect(world.docsService.jobs[0]?.status).toBe('completed')
    // The end is known now, and reported again at once.
    const again = await world.run({ trigger, runId: 7, runAttempt: 3, inputs: { timeout: '20s' } })
    expect(again.outputs['outcome']).toBe('pull-request')
  })

  test('it is believed after a minute', async () => {
    await using thread = await createThread()
    addStale(thread, Number.POSITIVE_INFINITY)
    const before = thread.world.clock.now()
    const { outputs } = await thread.command(MORE, { inputs: { 'poll-interval': '5s' } })
    const tookMs = thread.world.clock.now() - before
    expect([outputs['outcome'], tookMs > 59_000, tookMs < 75_000]).toEqual(['pull-request', true, true])
    expect(await thread.last()).toContain("The documentation pull request wasn't changed")
  })

  const mergeMeanwhile = ({ world }: Thread, course: { prLink?: string }) => {
    world.docsService.nextMessage({ ...course, activeReads: 3 })
    let looks = 0
    world.docsService.onAnswer = async ({ operation }) => {
      if (operation === 'get-job' && ++looks === 3) await world.github.closePullRequest(1, 'merged', 'acme/docs')
    }
  }
  const hide = { path: /acme\/docs\/pulls\/1$/, login: 'github-actions[bot]', skip: 1 }

  test.each<[string, (thread: Thread) => unknown]>([
    [
      'The documentation pull request was merged meanwhile',
      (thread) => mergeMeanwhile(thread, { prLink: thread.prLink }),
    ],
    // The agent opens another one.
    ['acme/docs\\#\u20602', (thread) => mergeMeanwhile(thread, {})],
    [
      "Finished, but couldn't read the pull request's changes",
      ({ world }) => void world.github.faults.add({ ...hide, respond: { status: 404, body: {} } }),
    ],
  ])('the comment says what is true at the end: %s', async (headline, prepare) => {
    await using thread = await createThread()
    prepare(thread)
    await thread.command(MORE)
    expect(await thread.last()).toContain(headline)
  })
})
