import { describe, expect, test } from 'vitest'
import type { Step } from '../../world/index.ts'
import { byHand } from '../../world/workflow/deliveries.ts'
import {
  answer,
  BOT,
  COMMAND,
  COMMENTS,
  countPrompts,
  createPatientWorld,
  createStory,
  listOurs,
  PROMPT,
  readAnnotations,
  readMarker,
  readTexts,
  writeMarked,
} from './story.ts'

describe('a result', () => {
  test('that can’t be posted is told by an edit', async () => {
    await using story = await createStory()
    const respond = { status: 403, body: { message: 'No.' } }
    story.world.github.faults.add({ method: 'POST', path: COMMENTS, skip: 1, respond })
    const { outputs, annotations } = await story.run()
    expect(story.writes.slice(-3)).toEqual(['post comment', 'edit comment', 'react rocket'])
    expect(await story.texts()).toEqual([expect.stringContaining('pull request is ready')])
    expect([outputs['outcome'], annotations]).toEqual(['pull-request', []])
  })

  test.each([
    ['is gone', 404, []],
    ['can’t be deleted', 403, [expect.stringMatching(/^Couldn't delete .*403/u)]],
  ])('is told, whether the comment before it %s', async (_, status, warnings) => {
    await using story = await createStory()
    story.world.github.faults.add({ method: 'DELETE', respond: { status, body: { message: 'No.' } } })
    const { annotations, summary } = await story.run()
    expect(annotations.map(({ message }) => message)).toEqual(warnings)
    expect(summary).not.toContain('lacks the result')
  })
})

describe('a re-run of a command', () => {
  test('edits the comment that tells an end, and deletes others of its request', async () => {
    await using story = await createStory()
    const { world, asked, run, writes, number } = story
    const { outputs } = await run()
    const [told] = await story.ours()
    const stray = { request: `comment ${asked.comment.id}`, state: 'job', job: outputs['jobId'] }
    await world.github.comment(number, writeMarked(stray, '### ⏳ The agent is working'), BOT)
    writes.length = 0
    const again = await run({ runAttempt: 2 })
    expect(writes).toEqual(['react eyes', 'edit comment', 'delete comment', 'react rocket'])
    expect(again.outputs).toEqual({ ...outputs, job: expect.any(String) })
    const [now, ...others] = await story.ours()
    expect([now?.id, readMarker(now?.body)['attempt'], others]).toEqual([told?.id, 2, []])
  })

  test('that finds `sending` sends nothing, and says so in one comment, however often', async () => {
    await using story = await createStory()
    const { world, asked, run, writes, number } = story
    const marker = { request: `comment ${asked.comment.id}`, state: 'sending' }
    await world.github.comment(number, writeMarked(marker, '### ⏳ The prompt is on its way'), BOT)
    for (const [runAttempt, told] of [
      [2, ['post comment', 'delete comment']],
      [3, ['edit comment']],
    ] as const) {
      const { outputs, conclusion } = await run({ runAttempt })
      expect([outputs['outcome'], conclusion]).toEqual(['unknown', 'failure'])
      expect(writes.splice(0)).toEqual(['react eyes', ...told, 'react confused'])
      expect(await story.texts()).toEqual([expect.stringContaining("A re-run doesn't send the prompt.")])
      expect(readMarker((await story.ours())[0]?.body)['state']).toBe('sending')
    }
    // As the text advises: a new comment.
    expect((await story.command(COMMAND)).outputs['outcome']).toBe('pull-request')
  })

  test('that finds `not-sent` sends in the same comment', async () => {
    await using story = await createStory()
    const { world, run, writes } = story
    world.docsService.faults.add({ operation: 'create-job', respond: answer(402) })
    await run()
    const [before] = await story.ours()
    expect(readMarker(before?.body)).toMatchObject({ state: 'not-sent', attempt: 1 })
    writes.length = 0
    let sentFrom: unknown[] = []
    world.docsService.onAnswer = async ({ operation }) => {
      if (operation === 'create-job')
        sentFrom = (await story.ours()).map(({ id, body }) => [id, readMarker(body)['state']])
    }
    expect((await run({ runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
    expect(sentFrom).toEqual([[before?.id, 'sending']])
    expect(writes.slice(0, 3)).toEqual(['react eyes', 'edit comment', 'create job'])
    expect(await story.texts()).toEqual([expect.stringContaining('pull request is ready')])
  })

  test('reads on until it finds its comment, or the time of the command', async () => {
    await using story = await createStory()
    const { world, run, number } = story
    const first = await run({ inputs: { wait: false } })
    for (let count = 0; count < 130; count += 1) await world.github.comment(number, 'Me too.', 'reader')
    const again = await run({ runAttempt: 2 })
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
    expect([countPrompts(world), await story.ours()]).toEqual([1, [expect.anything()]])

    world.pass(1)
    const queries = () => world.github.requests.filter(({ path }) => path === '/graphql').length
    const before = queries()
    await story.command('/docs explain it once more', { runAttempt: 2, inputs: { 'follow-up': false } })
    expect([queries() - before, countPrompts(world)]).toEqual([1, 2])
  })
})

test('another step that answers the same command gets no prompt, and is told to have a command of its own', async () => {
  await using story = await createStory()
  const first = await story.run()
  const [told] = await story.ours()
  const second = await story.run()
  const error = expect.stringMatching(/another `command`/u)
  expect(second.outputs).toMatchObject({ outcome: 'error', jobId: '', error })
  expect([countPrompts(story.world), (await story.ours())[0]]).toEqual([1, told])
  expect(first.outputs['commentUrl']).not.toBe(second.outputs['commentUrl'])
})

describe('an answer', () => {
  const bad = { inputs: { timeout: 'soon' } }

  test.each<[string, string, Step[], outcomes: string[]]>([
    ['help', '/docs help', [{}, {}], ['skipped', 'skipped']],
    ['a check', '/docs check', [{}, bad], ['checked', 'error']],
    ['a bad input, whatever the project', COMMAND, [bad, { inputs: { 'project-id': 'a/b' } }], ['error', 'error']],
  ])('to %s is one comment, which re-runs edit', async (_, text, steps, outcomes) => {
    await using story = await createStory(text)
    const ends: unknown[] = []
    for (const [index, step] of steps.entries())
      ends.push((await story.run({ ...step, runAttempt: index + 1 })).outputs['outcome'])
    expect([ends, countPrompts(story.world)]).toEqual([outcomes, 0])
    const written = story.writes.filter((write) => write.endsWith('comment'))
    expect([written, await story.ours()]).toEqual([['post comment', 'edit comment'], [expect.anything()]])
  })

  test.each<[string, Step]>([
    ['a bad input', bad],
    ['a check', { inputs: { 'dry-run': true } }],
  ])('to %s never hides the comment with the job', async (_, step) => {
    await using story = await createStory()
    const first = await story.run({ inputs: { wait: false } })
    const submitted = await story.ours()
    await story.run({ ...step, runAttempt: 2 })
    expect(await story.ours()).toEqual([...submitted, expect.anything()])
    const { outputs } = await story.run({ runAttempt: 3 })
    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
    expect(await story.texts()).toEqual([expect.stringContaining('pull request is ready')])
  })
})

describe('in the conversation of a pull request, its events', () => {
  async function createSeries() {
    const world = await createPatientWorld()
    const pull = await world.github.createPullRequest()
    return {
      world,
      number: pull.number,
      run: (step: Step) => world.run({ trigger: pull, inputs: PROMPT, ...step }),
      push: () => world.github.updatePullRequest(pull.number, [{ files: { 'src/retries.ts': 'changed\n' } }]),
      comments: () => listOurs(world, pull.number),
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    }
  }

  test('edit the newest comment of their step, and continue its job, which stays known as `previous`', async () => {
    await using series = await createSeries()
    const { world, run, push, comments } = series
    const first = await run({ runId: 10 })
    const [told] = await comments()
    let sending: Record<string, unknown> = {}
    world.docsService.onRequest = async ({ operation }) => {
      if (operation === 'send-message') sending = readMarker((await comments())[0]?.body)
    }

    const second = await run({ trigger: await push(), runId: 11 })

    const { jobId: previous } = first.outputs
    expect(second.outputs).toMatchObject({ outcome: 'pull-request', jobId: previous })
    expect(sending).toMatchObject({ request: 'run 11 docs __self 0', state: 'sending', previous })
    expect(sending).not.toHaveProperty('job')
    const [now, ...others] = await comments()
    expect([now?.id, others]).toEqual([told?.id, []])
    expect(now?.body).toContain('The documentation pull request was updated')

    const late = await run({ runId: 10, runAttempt: 2 })
    const error = expect.stringContaining(now?.html_url ?? 'none')
    expect(late.outputs).toMatchObject({ outcome: 'skipped', jobId: '', commentUrl: '', error })
    expect([(await comments())[0], countPrompts(world)]).toEqual([now, 2])
    // Numbers of runs are compared as numbers.
    expect((await run({ trigger: await push(), runId: 100 })).outputs['outcome']).toBe('pull-request')
    expect(await comments()).toHaveLength(1)
  })

  test('continue the job of a run before others that sent nothing', async () => {
    await using series = await createSeries()
    const { world, run, push } = series
    const first = await run({ runId: 10 })
    world.docsService.faults.add({ operation: 'send-message', times: 2, respond: answer(402) })
    for (const runId of [11, 12])
      expect((await run({ trigger: await push(), runId })).outputs).toMatchObject({ outcome: 'error', jobId: '' })
    expect((await run({ trigger: await push(), runId: 13 })).outputs['jobId']).toBe(first.outputs['jobId'])
  })

  test('leave the comments of commands and of other steps alone', async () => {
    await using series = await createSeries()
    const { world, number, run, push, comments } = series
    await world.run({ trigger: await world.github.comment(number, COMMAND), runId: 9 })
    await run({ runId: 10, job: 'other' })
    const before = await comments()
    await run({ runId: 11, trigger: await push() })
    expect(await comments()).toEqual([...before, expect.anything()])
  })
})

test('with `issue-number`, each run has a comment of its own, which its re-run edits', async () => {
  await using world = await createPatientWorld()
  const { number } = await world.github.createIssue()
  const inputs = { ...PROMPT, 'issue-number': number, 'follow-up': false }
  for (const runId of [10, 11]) await world.run({ trigger: byHand({}), runId, inputs })
  const again = await world.run({ trigger: byHand({}), runId: 10, runAttempt: 2, inputs })
  const ours = await listOurs(world, number)
  expect([again.outputs['commentUrl'], ours.length, countPrompts(world)]).toEqual([ours[0]?.html_url, 2, 2])
})

test('events of an issue get a comment each, and continue its job', async () => {
  await using world = await createPatientWorld()
  const trigger = await world.github.createIssue()
  for (const runId of [10, 11]) await world.run({ trigger, runId, inputs: PROMPT })
  const jobs = (await listOurs(world, trigger.number)).map(({ body }) => readMarker(body)['job'])
  expect([jobs, countPrompts(world)]).toEqual([Array(2).fill(world.docsService.jobs[0]?.id), 2])
})

test('with `comment: false`, nothing is written or remembered, and the summary advises `job-id`', async () => {
  await using story = await createStory()
  const { world, run } = story
  world.docsService.nextJob({ id: 'job-1', endsAs: 'never' })
  const inputs = { comment: false, timeout: '30s', 'poll-interval': '10s' }
  const { outputs, summary } = await run({ inputs })
  expect(outputs).toMatchObject({ outcome: 'timed-out', jobId: 'job-1', commentUrl: '' })
  expect(summary).toContain('run the action with `job-id: job-1`. A re-run sends the prompt again.')
  expect((await run({ inputs, runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
  expect([await story.ours(), await story.reactions(), countPrompts(world)]).toEqual([[], [], 2])
})

describe('a conversation that GitHub refuses', () => {
  test.each<[string, 'read' | 'none', RegExp]>([
    ['to post in', 'read', /Add `issues: write` or `pull-requests: write` to `permissions:`/u],
    ['to read', 'none', /Add `issues: read` or `pull-requests: read` to `permissions:`/u],
  ])('%s ends the run before the prompt, with the missing line', async (_, level, advice) => {
    await using story = await createStory(COMMAND, { github: { privateRepositories: ['acme/app'] } })
    const token = story.world.github.actionsTokenWith({ issues: level, pull_requests: level, contents: 'read' })
    const result = await story.run({ token })
    expect(result.outputs).toMatchObject({ outcome: 'error', error: expect.stringMatching(advice) })
    expect(readAnnotations(result, 'error')).toEqual([expect.stringContaining('Nothing was sent to the agent.')])
    expect([countPrompts(story.world), await story.ours()]).toEqual([0, []])
  })

  test('because it is locked ends with GitHub’s own words', async () => {
    await using story = await createStory()
    story.world.github.lock(story.number)
    const { outputs } = await story.run()
    expect(outputs['error']).toContain('GitHub says: "Unable to create comment because issue is locked."')
    expect([outputs['outcome'], countPrompts(story.world)]).toEqual(['error', 0])
  })
})

describe('a post whose response is lost', () => {
  test('is no comment where the response has no ID: no comment, no prompt', async () => {
    await using story = await createStory()
    story.world.github.faults.add({ method: 'POST', path: COMMENTS, respond: { status: 200, body: [] } })
    const { outputs } = await story.run()
    expect([outputs['outcome'], countPrompts(story.world)]).toEqual(['error', 0])
    expect(outputs['error']).toContain("GitHub's response has no ID.")
  })

  test.each([
    ['had arrived', 'after', 0, ['post comment', 'create job']],
    ["hadn't arrived", 'before', 0, ['post comment', 'post comment', 'create job']],
    ['of the result had arrived', 'after', 1, ['post comment', 'create job']],
  ] as const)('is looked for before it is repeated: it %s', async (_, cut, skip, expected) => {
    await using story = await createStory()
    story.world.github.faults.add({ method: 'POST', path: COMMENTS, skip, times: 1, respond: { cut } })
    const { outputs, annotations } = await story.run()
    expect([outputs['outcome'], annotations]).toEqual(['pull-request', []])
    expect(story.writes.slice(1, 1 + expected.length)).toEqual(expected)
    expect(await readTexts(story.world, story.number)).toEqual([expect.stringContaining('pull request is ready')])
  })
})
