import { describe, expect, test } from 'vitest'
import { createWorld, type Step } from '../../world/index.ts'
import { byHand } from '../../world/workflow/deliveries.ts'
import {
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
  readText,
  watchWrites,
  writeMarked,
} from './story.ts'

const ANSWERED = ['post comment', 'delete comment']

test('the comment is posted right before the prompt, notes the job before anything else, and gives way to the result', async () => {
  await using world = await createWorld()
  const { github, docsService } = world
  const issue = await github.createIssue()
  const asked = await github.comment(issue.number, COMMAND, 'writer')
  const writes = watchWrites(world)
  const { onRequest } = docsService
  const seen: { operation: string; last: string | undefined; body: string | undefined }[] = []
  docsService.onRequest = async (request) => {
    await onRequest?.(request)
    const { method, path } = github.requests.at(-1) ?? {}
    const [comment] = await listOurs(world, issue.number)
    seen.push({ operation: request.operation ?? '', last: `${method} ${path}`, body: comment?.body })
  }

  const { outputs } = await world.run({ trigger: asked })

  const [sent, look] = seen
  const known = { request: `comment ${asked.comment.id}`, attempt: 1, project: 'docs-project' }
  const step = expect.stringMatching(/^[\da-f]{16}$/u)
  expect([sent?.operation, sent?.last]).toEqual(['create-job', 'POST /repos/acme/app/issues/1/comments'])
  expect(readMarker(sent?.body)).toEqual({ ...known, step, state: 'sending' })
  expect(sent?.body).toContain('### ⏳ The prompt is on its way to the agent')
  expect(look?.last).toMatch(/^PATCH /u)
  expect(readMarker(look?.body)).toEqual({ ...known, step, state: 'job', job: outputs['jobId'] })
  expect(look?.body).toContain('If the run ends without an update, re-run the job to see the result.')
  const result = ['create job', 'edit comment', 'post comment', 'delete comment', 'react rocket']
  expect(writes).toEqual(['react eyes', 'post comment', ...result])
  expect(github.requestsBy().every(({ headers }) => headers['x-github-api-version'] === '2022-11-28')).toBe(true)
  const [told, ...others] = await listOurs(world, issue.number)
  expect([readMarker(told?.body), others]).toEqual([readMarker(look?.body), []])
})

describe('a result that can’t be posted', () => {
  test('is told by an edit', async () => {
    await using story = await createStory()
    story.world.github.faults.add({
      method: 'POST',
      path: COMMENTS,
      skip: 1,
      respond: { status: 403, body: { message: 'No.' } },
    })
    const { outputs, annotations } = await story.run()
    expect(story.writes.slice(-3)).toEqual(['post comment', 'edit comment', 'react rocket'])
    expect(await story.texts()).toEqual([expect.stringContaining('pull request is ready')])
    expect([outputs['outcome'], annotations]).toEqual(['pull-request', []])
  })

  test('is in the log and the summary; what can’t be deleted, or is gone, is told as that', async () => {
    for (const [status, warnings] of [
      [404, []],
      [403, [expect.stringMatching(/^Couldn't delete .*403/u)]],
    ] as const) {
      await using story = await createStory()
      story.world.github.faults.add({ method: 'DELETE', respond: { status, body: { message: 'No.' } } })
      const { annotations, summary } = await story.run()
      expect(annotations.map(({ message }) => message)).toEqual(warnings)
      expect(summary).not.toContain('lacks the result')
    }
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
    expect((await story.ours()).map(({ id }) => id)).toEqual([told?.id])
    expect(again.outputs).toEqual({ ...outputs, job: expect.any(String) })
    expect(readMarker((await story.ours())[0]?.body)['attempt']).toBe(2)
  })

  test('that finds `sending` sends nothing, and says so in one comment, however often', async () => {
    await using story = await createStory()
    const { world, asked, run, writes, number } = story
    const marker = { request: `comment ${asked.comment.id}`, state: 'sending' }
    await world.github.comment(number, writeMarked(marker, '### ⏳ The prompt is on its way'), BOT)
    for (const [runAttempt, told] of [
      [2, ANSWERED],
      [3, ['edit comment']],
    ] as const) {
      const { outputs, conclusion } = await run({ runAttempt })
      expect([outputs['outcome'], conclusion]).toEqual(['unknown', 'failure'])
      expect(writes.splice(0)).toEqual(['react eyes', ...told, 'react confused'])
      expect(await story.texts()).toEqual([expect.stringContaining("A re-run doesn't send it.")])
      expect(readMarker((await story.ours())[0]?.body)['state']).toBe('sending')
    }
    // As the text advises: a new comment.
    expect((await story.command(COMMAND)).outputs['outcome']).toBe('pull-request')
  })

  test('that finds `not-sent` sends in the same comment', async () => {
    await using story = await createStory()
    const { world, run, writes } = story
    world.docsService.faults.add({ operation: 'create-job', respond: { kind: 'answer', status: 402, body: {} } })
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
    for (let count = 0; count < 230; count += 1) await world.github.comment(number, 'Me too.', 'reader')
    const again = await run({ runAttempt: 2 })
    expect(again.outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
    expect([countPrompts(world), await story.ours()]).toEqual([1, [expect.anything()]])

    world.pass(1)
    const late = await world.github.comment(number, '/docs explain it once more')
    const queries = () => world.github.requests.filter(({ path }) => path === '/graphql').length
    const before = queries()
    await world.run({ trigger: late, runAttempt: 2, runId: 7, inputs: { 'follow-up': false } })
    expect([queries() - before, countPrompts(world)]).toEqual([1, 2])
  })
})

test('another step that answers the same command gets no prompt, and is told to have a command of its own', async () => {
  await using story = await createStory()
  const first = await story.run()
  const [told] = await story.ours()
  const second = await story.run()
  expect(second.outputs).toMatchObject({
    outcome: 'error',
    jobId: '',
    error: expect.stringMatching(/another `command`/u),
  })
  expect([countPrompts(story.world), (await story.ours())[0]]).toEqual([1, told])
  expect(first.outputs['commentUrl']).not.toBe(second.outputs['commentUrl'])
})

describe('an answer', () => {
  const bad = { inputs: { timeout: 'soon' } }

  test.each<[string, string, Step[], outcomes: string[]]>([
    ['help', '/docs help', [{}, {}], ['skipped', 'skipped']],
    ['a check', '/docs check', [{}, bad, {}], ['checked', 'error', 'checked']],
    ['a bad input, whatever the project', COMMAND, [bad, { inputs: { 'project-id': 'a/b' } }], ['error', 'error']],
    ['a dry run', COMMAND, [{ inputs: { 'dry-run': true } }, bad], ['checked', 'error']],
  ])('to %s is one comment, which re-runs edit', async (_, text, steps, outcomes) => {
    await using story = await createStory(text)
    const ends: unknown[] = []
    const ids = new Set<number>()
    for (const [index, step] of steps.entries()) {
      ends.push((await story.run({ ...step, runAttempt: index + 1 })).outputs['outcome'])
      for (const { id } of await story.ours()) ids.add(id)
    }
    expect([ends, ids.size, countPrompts(story.world)]).toEqual([outcomes, 1, 0])
    expect(story.writes.filter((write) => write.endsWith('comment'))).toEqual([
      'post comment',
      ...steps.slice(1).map(() => 'edit comment'),
    ])
  })

  test.each<[string, Step]>([
    ['a bad input', bad],
    ['a check', { inputs: { 'dry-run': true } }],
  ])('to %s never hides the comment with the job', async (_, step) => {
    await using story = await createStory()
    const first = await story.run({ inputs: { wait: false } })
    const [submitted] = await story.ours()
    await story.run({ ...step, runAttempt: 2 })
    expect((await story.ours())[0]).toEqual(submitted)
    expect(await story.ours()).toHaveLength(2)
    const { outputs } = await story.run({ runAttempt: 3 })
    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
    expect(await story.texts()).toEqual([expect.stringContaining('pull request is ready')])
  })

  test('of a green re-run removes the 😕 of an earlier attempt', async () => {
    await using story = await createStory('/docs help')
    story.world.github.faults.add({ path: /permission$/, times: 1, respond: { status: 404, body: { message: 'No.' } } })
    await story.run()
    await story.run({ runAttempt: 2 })
    expect(await story.reactions()).toEqual(['eyes'])
    expect(await story.texts()).toEqual([expect.stringContaining('How to request documentation')])
  })
})

describe('in the conversation of a pull request, its events', () => {
  async function createSeries() {
    const world = await createPatientWorld()
    const pull = await world.github.createPullRequest()
    const run = (step: Step) => world.run({ trigger: pull, inputs: PROMPT, ...step })
    const push = () => world.github.updatePullRequest(pull.number, [{ files: { 'src/retries.ts': 'changed\n' } }])
    const comments = () => listOurs(world, pull.number)
    return {
      world,
      number: pull.number,
      run,
      push,
      comments,
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

    expect(second.outputs).toMatchObject({ outcome: 'pull-request', jobId: first.outputs['jobId'] })
    expect(sending).toMatchObject({
      request: 'run 11 docs __self 0',
      state: 'sending',
      previous: first.outputs['jobId'],
    })
    expect(sending).not.toHaveProperty('job')
    const [now, ...others] = await comments()
    expect([now?.id, others]).toEqual([told?.id, []])
    expect(now?.body).toContain('The documentation pull request was updated')

    const late = await run({ runId: 10, runAttempt: 2 })
    expect(late.outputs).toMatchObject({ outcome: 'skipped', jobId: '', commentUrl: '' })
    expect(late.outputs['error']).toContain(now?.html_url)
    expect([(await comments())[0], countPrompts(world)]).toEqual([now, 2])
    // Numbers of runs are compared as numbers.
    expect((await run({ trigger: await push(), runId: 100 })).outputs['outcome']).toBe('pull-request')
    expect(await comments()).toHaveLength(1)
  })

  test('continue the job of a run before others that sent nothing', async () => {
    await using series = await createSeries()
    const { world, run, push } = series
    const first = await run({ runId: 10 })
    const respond = { kind: 'answer', status: 402, body: {} } as const
    world.docsService.faults.add({ operation: 'send-message', times: 2, respond })
    for (const runId of [11, 12]) expect((await run({ trigger: await push(), runId })).outputs['jobId']).toBe('')
    expect((await run({ trigger: await push(), runId: 13 })).outputs['jobId']).toBe(first.outputs['jobId'])
  })

  test.each<[string, Step]>([
    ['another job of the workflow', { job: 'other' }],
    ['another leg of a matrix', { jobIndex: 1 }],
    ['other paths', { inputs: { ...PROMPT, paths: 'src/**' } }],
  ])('of %s get a comment of their own', async (_, step) => {
    await using series = await createSeries()
    await series.run({ runId: 10 })
    await series.run({ runId: 11, trigger: await series.push(), ...step })
    expect(await series.comments()).toHaveLength(2)
  })

  test('leave the comments of commands alone', async () => {
    await using series = await createSeries()
    const { world, number, run, push, comments } = series
    await world.run({ trigger: await world.github.comment(number, COMMAND), runId: 9 })
    const before = await comments()
    await run({ runId: 10, trigger: await push() })
    expect(await comments()).toEqual([...before, expect.anything()])
  })
})

test('with `issue-number`, each run has a comment of its own', async () => {
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

test('a re-run that waits for the job keeps the range of `since` in its comment', async () => {
  await using world = await createPatientWorld()
  const { number } = await world.github.createIssue()
  const { push } = await world.github.merge((await world.github.createPullRequest()).number)
  const inputs = { ...PROMPT, since: '7d', 'issue-number': number }
  const step = { trigger: byHand({}), runId: 10, sha: String(push.payload['after']) }
  await world.run({ ...step, inputs: { ...inputs, wait: false } })
  const readRange = async () => {
    const { from, to, key } = readMarker((await listOurs(world, number))[0]?.body)
    return { from, to, key }
  }
  const range = await readRange()
  expect(range).toEqual({ from: expect.any(String), to: push.payload['after'], key: expect.any(String) })
  expect((await world.run({ ...step, inputs, runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
  expect(await readRange()).toEqual(range)
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
  test.each<[string, Parameters<typeof grant>[0], RegExp]>([
    [
      'to post in',
      { issues: 'read', pull_requests: 'read' },
      /Add `issues: write` or `pull-requests: write` to `permi/u,
    ],
    ['to read', { issues: 'none', pull_requests: 'none' }, /Add `issues: read` or `pull-requests: read` to `permis/u],
  ])('%s ends the run before the prompt, with the missing line', async (_, permissions, advice) => {
    await using story = await createStory('/docs explain it', { github: { privateRepositories: ['acme/app'] } })
    const token = grant(permissions)(story)
    const result = await story.run({ token })
    expect(result.outputs).toMatchObject({ outcome: 'error', error: expect.stringMatching(advice) })
    expect(readAnnotations(result, 'error')).toEqual([expect.stringContaining('Nothing was sent to the agent.')])
    expect([countPrompts(story.world), await story.ours()]).toEqual([0, []])
  })

  const grant =
    (permissions: { issues: 'read' | 'none'; pull_requests: 'read' | 'none' }) =>
    ({ world }: Awaited<ReturnType<typeof createStory>>) =>
      world.github.actionsTokenWith({ ...permissions, contents: 'read' })

  test('because it is locked ends with GitHub’s own words', async () => {
    await using story = await createStory()
    story.world.github.lock(story.number)
    const { outputs } = await story.run()
    expect(outputs['error']).toContain('GitHub says: "Unable to create comment because issue is locked."')
    expect([outputs['outcome'], countPrompts(story.world)]).toEqual(['error', 0])
  })
})

describe('a post whose response is lost', () => {
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
    expect((await story.ours()).map(readText)).toEqual([expect.stringContaining('pull request is ready')])
  })

  test('and can’t be found ends the run before the prompt; a re-run sends in what was posted', async () => {
    await using story = await createStory()
    const stop = story.world.github.faults.add({ method: 'POST', path: COMMENTS, respond: { status: 502, body: 'x' } })
    const { outputs } = await story.run()
    expect([outputs['outcome'], countPrompts(story.world)]).toEqual(['error', 0])
    stop()
    expect((await story.run({ runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
    expect([countPrompts(story.world), await story.ours()]).toEqual([1, [expect.anything()]])
  })
})
