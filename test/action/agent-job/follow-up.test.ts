import { describe, expect, test } from 'vitest'
import { createWorld, type Step, type World } from '../../world/index.ts'
import { COMMAND, countPrompts, createStory, listOurs, readMarker, readText, type StoryOptions } from './story.ts'

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

test('a second command continues the job: the agent adds a commit to the pull request', async () => {
  await using world = await createWorld()
  const { number } = await world.github.createIssue()
  const command = async (text: string, runId: number) =>
    world.run({ trigger: await world.github.comment(number, text), runId })
  const first = await command(COMMAND, 10)
  let sending: Record<string, unknown> = {}
  world.docsService.onRequest = async ({ operation }) => {
    if (operation === 'send-message') sending = readMarker((await listOurs(world, number)).at(-1)?.body)
  }

  const second = await command(MORE, 11)

  const { prLink, jobId } = first.outputs
  expect(second.outputs).toMatchObject({ outcome: 'pull-request', prLink, jobId })
  expect(world.docsService.jobs.map(({ messages }) => messages)).toEqual([[expect.stringContaining('when to retry')]])
  expect(sending).toMatchObject({ state: 'sending' })
  expect(sending).not.toHaveProperty('job')
  const [told, more] = (await listOurs(world, number)).map(readText)
  expect(told).toContain('### 🚀 The documentation pull request is ready')
  expect(more).toContain('### 🚀 The documentation pull request was updated')
  expect(more).toContain(`Continues job \`${jobId}\`.`)
  expect(more).toContain('To change it, post `/docs` followed by what to change.')
})

test('a continued prompt is a message, and nothing is created', async () => {
  await using thread = await createThread()
  await thread.command(MORE)
  const told = ['post comment', 'delete comment', 'react rocket']
  expect(thread.writes).toEqual(['react eyes', 'post comment', 'send message', 'edit comment', ...told])
})

describe('a new job is created, and the comment says why:', () => {
  const closeAs = (how: 'merged' | 'closed') => (world: World) => world.github.closePullRequest(1, how, 'acme/docs')
  const failToRead = ({ docsService }: World) =>
    docsService.faults.add({ operation: 'get-job', times: 5, respond: { kind: 'answer', status: 500, body: {} } })
  const forget = ({ docsService }: World) => void docsService.jobs.splice(0)

  test.each<[string, (world: World) => unknown]>([
    ['The previous pull request is merged.', closeAs('merged')],
    ['The previous pull request is closed.', closeAs('closed')],
    ["The previous job or its pull request couldn't be read. The service has a problem.", failToRead],
    ["The previous job or its pull request couldn't be read. The service couldn't find the project or job.", forget],
  ])('%s', async (reason, prepare) => {
    await using thread = await createThread()
    await prepare(thread.world)
    const { outputs } = await thread.command(MORE)
    expect(outputs['outcome']).toBe('pull-request')
    expect(outputs['jobId']).not.toBe('job-1')
    expect(await thread.last()).toContain(`This is a new job. ${reason.replaceAll('_', '\\_')}`)
    expect(thread.writes).not.toContain('send message')
  })

  test.each<[string, Parameters<World['docsService']['nextJob']>[0], Step['inputs']]>([
    ['The previous job has the status `failed`.', { endsAs: 'failed' }, {}],
    ['The previous job has the status `archived`.', { endsAs: 'archived' }, {}],
    ['The previous job has the status `active`.', { endsAs: 'never' }, { wait: false }],
    [
      'The previous job has the status `sleeping`.',
      { endsAs: 'never', fields: { status: 'sleeping' } },
      { wait: false },
    ],
    ['The previous job opened no pull request.', { endsAs: 'no-pull-request' }, {}],
    ["The previous pull request isn't on", { prLink: 'https://gitlab.example/docs/-/merge_requests/3' }, {}],
    ["The previous job or its pull request couldn't be read.", { prLink: 'SERVER/acme/docs/pull/99' }, {}],
  ])('%s', async (reason, course, inputs) => {
    await using story = await createStory()
    const { world } = story
    const { prLink } = course
    world.docsService.nextJob({
      ...course,
      ...(prLink && { prLink: prLink.replace('SERVER', world.github.serverUrl) }),
    })
    await story.run({ inputs: { ...inputs } })
    const { outputs } = await story.command(MORE)
    expect([outputs['outcome'], countPrompts(world)]).toEqual(['pull-request', 2])
    expect((await story.texts()).at(-1)).toContain(`This is a new job. ${reason}`)
  })

  test.each([400, 404, 405, 409, 410, 422])('the service refused the message with %i', async (status) => {
    await using thread = await createThread()
    const body = { error: 'This job takes no more messages.' }
    thread.world.docsService.faults.add({ operation: 'send-message', respond: { kind: 'answer', status, body } })
    const { outputs } = await thread.command(MORE)
    expect([outputs['outcome'], outputs['jobId'] === 'job-1']).toEqual(['pull-request', false])
    const said = 'The service says: "This job takes no more messages."'
    expect(await thread.last()).toContain(`The service refused to continue the previous job. ${said}`)
    expect(countPrompts(thread.world)).toBe(2)
  })

  test('a refused message, and a new job without a response: the prompt was not for the previous job', async () => {
    await using thread = await createThread()
    const { faults } = thread.world.docsService
    faults.add({ operation: 'send-message', respond: { kind: 'answer', status: 404, body: {} } })
    faults.add({ operation: 'create-job', respond: { kind: 'cut' } })
    const { outputs } = await thread.command(MORE)
    expect(outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
    expect(await thread.last()).toContain('Look for a new job in the dashboard')
    expect(await thread.last()).not.toContain('job-1')
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

test.each([401, 403, 402])('a message refused with %i is an error, and creates nothing', async (status) => {
  await using thread = await createThread()
  thread.world.docsService.faults.add({ operation: 'send-message', respond: { kind: 'answer', status, body: {} } })
  const { outputs } = await thread.command(MORE)
  expect([outputs['outcome'], countPrompts(thread.world)]).toEqual(['error', 1])
  expect(await thread.last()).toContain('Nothing was sent to the agent.')
})

test('a message whose response is lost is no fact: its job is named as a place to look', async () => {
  await using thread = await createThread()
  const { faults } = thread.world.docsService
  faults.add({ operation: 'send-message', when: 'after handling', respond: { kind: 'cut' } })
  const { outputs } = await thread.command(MORE)
  expect(outputs['outcome']).toBe('unknown')
  expect(await thread.last()).toContain('The prompt was for job `job-1`: look at that job first.')
  expect(await thread.last()).not.toContain('Continues job')
})

describe('after a message', () => {
  /** What the service says of the job until it has noticed the message. */
  const createStale = async (times: number) => {
    const thread = await createThread()
    const body = { id: 'job-1', status: 'completed', prLink: thread.prLink }
    const { faults } = thread.world.docsService
    // The first look decides that the job is continued.
    const respond = { kind: 'answer', status: 200, body } as const
    faults.add({ operation: 'get-job', times: 1 + times, respond })
    faults.add({ operation: 'send-message', when: 'after handling', respond })
    return thread
  }

  test('an end from before it isn’t believed, once the job was seen active', async () => {
    await using thread = await createStale(3)
    const { outputs } = await thread.command(MORE)
    expect([outputs['outcome'], outputs['prLink']]).toEqual(['pull-request', thread.prLink])
    expect(await thread.last()).toContain('The documentation pull request was updated')
  })

  test('a re-run does not believe it either', async () => {
    await using thread = await createStale(0)
    const { world, number, prLink } = thread
    const trigger = await world.github.comment(number, MORE)
    await world.run({ trigger, runId: 7, inputs: { wait: false } })
    const respond = { kind: 'answer', status: 200, body: { id: 'job-1', status: 'completed', prLink } } as const
    world.docsService.faults.add({ operation: 'get-job', times: 3, respond })
    const { outputs } = await world.run({ trigger, runId: 7, runAttempt: 2 })
    expect(outputs['outcome']).toBe('pull-request')
    expect(world.docsService.jobs[0]?.status).toBe('completed')
    // The end is known now, and reported again at once.
    const again = await world.run({ trigger, runId: 7, runAttempt: 3, inputs: { timeout: '20s' } })
    expect(again.outputs['outcome']).toBe('pull-request')
  })

  test('it is believed after a minute', async () => {
    await using thread = await createStale(Number.POSITIVE_INFINITY)
    const before = thread.world.clock.now()
    const { outputs } = await thread.command(MORE, { inputs: { 'poll-interval': '5s' } })
    const tookMs = thread.world.clock.now() - before
    expect([outputs['outcome'], tookMs > 59_000, tookMs < 75_000]).toEqual(['pull-request', true, true])
    expect(await thread.last()).toContain("The documentation pull request wasn't changed")
  })

  type Thread = Awaited<ReturnType<typeof createThread>>
  const mergeMeanwhile = ({ world }: Thread, course: { prLink?: string }) => {
    world.docsService.nextMessage({ ...course, activeReads: 3 })
    let looks = 0
    world.docsService.onAnswer = async ({ operation }) => {
      if (operation === 'get-job' && ++looks === 3) await world.github.closePullRequest(1, 'merged', 'acme/docs')
    }
  }

  test.each<[string, (thread: Thread) => unknown]>([
    ["The documentation pull request wasn't changed", ({ world, prLink }) => world.docsService.nextMessage({ prLink })],
    ['Finished without a pull request', ({ world }) => world.docsService.nextMessage({ endsAs: 'no-pull-request' })],
    ['The job failed', ({ world }) => world.docsService.nextMessage({ endsAs: 'failed' })],
    [
      'The documentation pull request was merged meanwhile',
      (thread) => mergeMeanwhile(thread, { prLink: thread.prLink }),
    ],
    // The agent opens another one.
    ['acme/docs\\#\u20602', (thread) => mergeMeanwhile(thread, {})],
    [
      "Done, but the pull request's changes aren't known",
      ({ world }) =>
        void world.github.faults.add({
          path: /acme\/docs\/pulls\/1$/,
          login: 'github-actions[bot]',
          skip: 1,
          respond: { status: 404, body: {} },
        }),
    ],
  ])('the comment says what is true at the end: %s', async (headline, prepare) => {
    await using thread = await createThread()
    prepare(thread)
    await thread.command(MORE)
    expect(await thread.last()).toContain(headline)
  })
})

test('a re-run of a second command continues with its own message, and sends no other', async () => {
  await using thread = await createThread()
  const { world, number } = thread
  world.docsService.nextMessage({ activeReads: 2 })
  const trigger = await world.github.comment(number, MORE)
  await world.run({ trigger, runId: 7, inputs: { wait: false } })
  const { outputs } = await world.run({ trigger, runId: 7, runAttempt: 2 })
  expect([outputs['outcome'], outputs['jobId'], countPrompts(world)]).toEqual(['pull-request', 'job-1', 2])
})
