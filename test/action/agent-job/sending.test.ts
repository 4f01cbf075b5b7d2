import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../../world/docs-service/faults.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { passTimeLimits } from '../../world/github/time-limits.ts'
import { createWorld, type Step, type World } from '../../world/index.ts'
import { byHand } from '../../world/workflow/deliveries.ts'
import { COMMENT, COMMENTS, countPrompts, createPatientWorld, createStory, PROMPT, readAnnotations } from './story.ts'

type Respond = FaultRule['respond']

const answer = (status: number, body: string | object = {}, headers = {}): Respond => ({
  kind: 'answer',
  status,
  body,
  headers,
})
const PAGE = '<!DOCTYPE html><html><body>Blocked</body></html>'
const NOT_SENT =
  /Nothing was sent to the agent\.(?:$| Fix this, then post the command again\. If you can't fix this, ask a maintainer\.)/mu
const NOBODY_KNOWS =
  /Look for a new job in the dashboard, .* If there is none, post the command again\. A re-run doesn't send it\./u

test('the built action says what the service refused, that nothing was sent, and what to do', async () => {
  await using world = await createWorld()
  const { number } = await world.github.createIssue()
  const trigger = await world.github.comment(number, '/docs explain it')
  const respond = answer(402, { error: 'No credits are left.' })
  world.docsService.faults.add({ operation: 'create-job', respond })
  const { outputs, log } = await world.run({ trigger })
  const [, comment] = await world.github.commentsOf(number)
  for (const text of [comment?.body, log.shown]) {
    expect(text).toContain("The plan or its credits don't allow this request")
    expect(text).toMatch(/The service says: ["\\]+No credits are left\./u)
    expect(text).toMatch(/Check the plan and its credits in the dashboard\. Nothing was sent to the agent\./u)
  }
  expect([outputs['outcome'], countPrompts(world)]).toEqual(['error', 0])
})

describe('a prompt is accepted at most once, and the comment says what happened: the service', () => {
  const error = { outcome: 'error', again: 'pull-request', advice: NOT_SENT }
  const unknown = { outcome: 'unknown', again: 'unknown', advice: NOBODY_KNOWS }
  const waited = { outcome: 'pull-request', again: 'pull-request', advice: /Review it like any other/u }

  test.each<[string, typeof error, RegExp, Omit<FaultRule, 'operation'>]>([
    [
      'refuses the request',
      error,
      /The service says: "Write less\."/u,
      { respond: answer(400, { error: 'Write less.' }) },
    ],
    ['refuses the key', error, /The service refused the API key/u, { respond: answer(401) }],
    ['wants to be paid', error, /The plan or its credits don't allow/u, { respond: answer(402) }],
    ['allows too little', error, /The API key doesn't allow this request/u, { respond: answer(403) }],
    ['has no such project', error, /The service couldn't find the project or job/u, { respond: answer(404) }],
    ['finds it too large', error, /The prompt is too large for the service/u, { respond: answer(413) }],
    ['can’t process it', error, /The service refused the request/u, { respond: answer(422) }],
    ['redirects', error, /The service redirected/u, { respond: { kind: 'redirect', status: 307, location: '/x' } }],
    ['is hidden by a firewall', error, /A web page came instead/u, { respond: answer(403, PAGE) }],
    ['has a limit', waited, /ready/u, { respond: answer(429, {}, { 'retry-after': '120' }) }],
    ['has a limit without a time', waited, /ready/u, { respond: answer(429) }],
    ['is busy', waited, /ready/u, { respond: answer(503, { error: 'Busy.' }) }],
    ['is busy, and says until when', waited, /ready/u, { respond: answer(503, PAGE, { 'retry-after': '9' }) }],
    ['has a limit of an hour', error, /rate limit/u, { respond: answer(429, {}, { 'retry-after': '3600' }) }],
    ['breaks', unknown, /The service has a problem/u, { respond: answer(500) }],
    ['breaks late', unknown, /The service has a problem/u, { respond: answer(500), when: 'after handling' }],
    ['is hidden by a page of its proxy', unknown, /A web page came instead/u, { respond: { kind: 'html' } }],
    ['is down, says a page', unknown, /A web page came instead/u, { respond: answer(503, PAGE) }],
    ['sends a page', unknown, /A web page came instead/u, { respond: answer(200, PAGE), when: 'after handling' }],
    ['sends half of its JSON', unknown, /response can't be read/u, { respond: { kind: 'truncated-json' } }],
    ['sends no ID', unknown, /a job without an ID/u, { respond: answer(201, { status: 'active' }) }],
    ['sends a bad ID', unknown, /a job without an ID/u, { respond: answer(201, { id: 'a/../b' }) }],
    ['breaks off its response', unknown, /The service didn't respond/u, { respond: { kind: 'cut-body' } }],
    ['resets', unknown, /didn't respond\..*ECONNRESET|didn't respond/su, { respond: { kind: 'cut' } }],
    ['sends far too much', unknown, /The service didn't respond/u, { respond: { kind: 'gzip-bomb' } }],
  ])('%s', async (_, { outcome, again, advice }, said, rule) => {
    await using story = await createStory()
    story.world.docsService.faults.add({ operation: 'create-job', ...rule })
    const { outputs, log } = await story.run()
    expect(outputs['outcome']).toBe(outcome)
    const [text = '', ...others] = await story.texts()
    expect(others).toEqual([])
    expect(text).toMatch(said)
    expect(text.replaceAll(/[\\`]/gu, '')).toMatch(advice)
    expect(log.shown).not.toMatch(/^\s+at |bug in the action/mu)
    if (outcome === 'unknown') expect(outputs['jobId']).toBe('')

    expect((await story.run({ runAttempt: 2 })).outputs['outcome']).toBe(again)
    expect(countPrompts(story.world)).toBeLessThanOrEqual(1)
    expect(await story.ours()).toHaveLength(1)
  })

  test('never responds: after two minutes nobody knows', async () => {
    await using story = await createStory()
    const { docsService } = story.world
    docsService.faults.add({ operation: 'create-job', when: 'after handling', respond: { kind: 'hang' } })
    const limits: { onStall: (() => void) | undefined } = { onStall: undefined }
    using _limits = passTimeLimits(limits as never)
    docsService.onRequest = ({ operation }) => {
      if (operation === 'create-job') limits.onStall?.()
    }
    const { outputs } = await story.run()
    expect(outputs['outcome']).toBe('unknown')
    expect((await story.texts())[0]?.replaceAll(/[\\`]/gu, '')).toMatch(NOBODY_KNOWS)
    expect(docsService.requestsTo({ operation: 'create-job' })).toHaveLength(1)
  })

  test('can’t be connected to: tried five times, nothing was sent', async () => {
    await using story = await createStory()
    const before = story.world.clock.now()
    await story.world.docsService.close()
    const { outputs } = await story.run()
    expect(outputs).toMatchObject({
      outcome: 'error',
      error: expect.stringContaining("Couldn't connect to the service"),
    })
    expect((await story.texts())[0]).toMatch(/Nothing was sent to the agent/u)
    expect(Math.round((story.world.clock.now() - before) / 10_000)).toBe(3)
  })

  test('finds it too large with its patches: they are left out, once', async () => {
    await using world = await createPatientWorld()
    const { number } = await world.github.createPullRequest()
    world.docsService.faults.add({ operation: 'create-job', respond: answer(413) })
    const trigger = await world.github.comment(number, '/docs explain this change')
    const { outputs } = await world.run({ trigger, inputs: { context: 'full' } })
    const sent = world.docsService.requestsTo({ operation: 'create-job' }).map(({ body }) => JSON.stringify(body))
    expect(outputs['outcome']).toBe('pull-request')
    expect(sent.map((prompt) => prompt.includes('retries = 5'))).toEqual([true, false])
  })
})

describe('requests to GitHub that fail', { tags: ['requests-vary'] }, () => {
  const places = {
    'the permission': { path: /\/permission$/ },
    'the conversation': { path: /\/graphql$/ },
    'the comment before the prompt': { method: 'POST', path: COMMENTS, times: 5 },
    'the edit with the job': { method: 'PATCH', path: COMMENT },
    'the result': { method: 'POST', path: COMMENTS, skip: 1 },
    'the deletion': { method: 'DELETE', path: COMMENT },
    'the reactions': { method: 'POST', path: /\/reactions$/ },
    'the pull request': { path: /acme\/docs\/pulls\/1$/, login: 'github-actions[bot]' },
    'its files': { path: /acme\/docs\/pulls\/1\/files$/, login: 'github-actions[bot]' },
  }
  const refuse = (status: number) => ({ status, body: { message: 'Refused.' } })
  const responses = {
    403: refuse(403),
    404: refuse(404),
    410: refuse(410),
    422: refuse(422),
    502: knownFaults.badGateway,
    page: knownFaults.pageWithSuccess,
    cut: { cut: 'before' },
    hang: { hang: true },
  } as const

  function expectRefusal(error: string | undefined, summary: string): void {
    expect(error).toMatch(
      /GitHub (?:returned 4\d\d for .*GitHub says: "Refused\."|returned 502 for|sent no usable response \(.+\) for)/u,
    )
    expect(summary).toContain('Nothing was sent to the agent.')
  }

  test.each(Object.entries(places))('at %s: each ends as it should, and a re-run goes on', async (place, rule) => {
    const isBefore = ['permission', 'conversation', 'before the prompt'].some((each) => place.endsWith(each))
    for (const [name, respond] of Object.entries(responses)) {
      await using story = await createStory()
      const stop = story.world.github.faults.add({ ...rule, respond })
      const limits = name === 'hang' ? passTimeLimits(story.world.github) : undefined
      const { outputs, conclusion, summary, log } = await story.run()
      limits?.[Symbol.dispose]()
      stop()
      expect([outputs['outcome'], conclusion], name).toEqual(
        isBefore ? ['error', 'failure'] : ['pull-request', 'success'],
      )
      expect(log.shown).not.toMatch(/^\s+at |bug in the action|undefined/mu)
      if (isBefore) expectRefusal(outputs['error'], summary)

      const again = await story.run({ runAttempt: 2 })
      expect([again.outputs['outcome'], countPrompts(story.world)], name).toEqual(['pull-request', 1])
      expect(await story.texts()).toEqual([expect.stringContaining('pull request is ready')])
    }
  })
})

describe('limits', () => {
  test.each(['retry-after', 'reset', 'no'] as const)('of both servers are waited for (told: %s)', async (told) => {
    await using story = await createStory()
    const { limiter } = story.world.github
    limiter.hit({ method: 'POST', path: COMMENTS, seconds: 60, told })
    limiter.hit({ path: /\/graphql$/, seconds: 60, told })
    limiter.hit({ method: 'PATCH', path: COMMENT, seconds: 60, told })
    const { outputs, log, annotations } = await story.run()
    expect([outputs['outcome'], annotations]).toEqual(['pull-request', []])
    expect(log.shown.match(/GitHub asks to wait until .*\d\d:\d\d UTC\. The run continues then\./gu)).toHaveLength(3)
  })

  test('that are too long end the run at once, with the time; in all, five minutes are waited', async () => {
    for (const [seconds, isInAll] of [
      [3_600, false],
      [200, true],
    ] as const) {
      await using story = await createStory()
      const { world } = story
      world.github.limiter.hit({ path: isInAll ? /\/permission$/ : COMMENTS, seconds })
      if (isInAll) world.github.limiter.hit({ method: 'POST', path: COMMENTS, seconds })
      const before = world.clock.now()
      const { outputs, summary } = await story.run()
      expect(outputs).toMatchObject({ outcome: 'error', error: expect.stringMatching(/ends at .*\d\d:\d\d UTC/u) })
      expect(summary).toContain('Nothing was sent to the agent.')
      expect([Math.floor((world.clock.now() - before) / 100_000), countPrompts(world)]).toEqual([isInAll ? 2 : 0, 0])
    }
  })

  test('of GitHub end no run whose job is known: it polls on, and the log says what the comment lacks', async () => {
    await using story = await createStory()
    story.world.github.limiter.hit({ method: 'PATCH', path: COMMENT, seconds: 3_600 })
    const { outputs, conclusion, ...result } = await story.run()
    expect([outputs['outcome'], conclusion]).toEqual(['pull-request', 'success'])
    expect(readAnnotations(result as never, 'warning').join()).toMatch(/rate limit ends at .*UTC/u)
  })

  test.each([
    ['10m', 'timed-out'],
    ['30m', 'pull-request'],
  ])('of the service that outlast five minutes are waited for within a `timeout` of %s', async (timeout, outcome) => {
    await using story = await createStory()
    const { docsService } = story.world
    docsService.faults.add({ operation: 'get-job', respond: answer(429, {}, { 'retry-after': '900' }) })
    const { outputs } = await story.run({ inputs: { timeout, 'poll-interval': '15s' } })
    expect(outputs['outcome']).toBe(outcome)
    const [first, ...others] = docsService.requestsTo({ operation: 'get-job' })
    expect(others.every(({ at }) => at - (first?.at ?? 0) >= 900_000)).toBe(true)
    if (outcome === 'timed-out') expect(outputs['error']).toMatch(/rate limit ends at .*UTC/u)
  })

  test('aren’t waited for by reactions', async () => {
    await using story = await createStory()
    story.world.github.limiter.hit({ method: 'POST', path: /\/reactions$/, skip: 1, seconds: 60 })
    const before = story.world.clock.now()
    const { outputs, conclusion } = await story.run()
    expect([outputs['outcome'], conclusion]).toEqual(['pull-request', 'success'])
    expect(story.world.clock.now() - before).toBeLessThan(30_000)
  })
})

describe('looks at a job', () => {
  test.each<[string, Respond, number]>([
    ['500', answer(500), 3],
    ['a web page', { kind: 'html' }, 3],
    ['a firewall’s page with 403', answer(403, PAGE), 3],
    ['a reset', { kind: 'cut' }, 3],
    ['half a response', { kind: 'truncated-json' }, 3],
    ['a body that breaks off', { kind: 'cut-body' }, 3],
    ['402', answer(402), 2],
    ['429', answer(429), 1],
    ['404 for a moment', answer(404), 4],
    ['a new word as status', answer(200, { id: 'job-1', status: 'queued' }), 3],
  ])('go on past %s', async (_, respond, times) => {
    await using story = await createStory()
    story.world.docsService.nextJob({ id: 'job-1' })
    story.world.docsService.faults.add({ operation: 'get-job', times, respond })
    const { outputs, conclusion } = await story.run({ inputs: { 'poll-interval': '1s' } })
    expect([outputs['outcome'], conclusion, countPrompts(story.world)]).toEqual(['pull-request', 'success', 1])
  })

  test.each([
    [400, 1],
    [401, 1],
    [403, 1],
    [404, 2],
  ])('end with %i that stays, after %i of them, and the comment keeps the job for a re-run', async (status, looks) => {
    await using story = await createStory()
    const { docsService } = story.world
    docsService.nextJob({ id: 'job-1' })
    docsService.faults.add({ operation: 'get-job', times: looks, respond: answer(status) })
    const { outputs } = await story.run({ inputs: { 'poll-interval': '3s' } })
    expect([outputs['outcome'], outputs['jobId']]).toEqual(['error', 'job-1'])
    expect(docsService.requestsTo({ operation: 'get-job' })).toHaveLength(looks)
    const [text] = await story.texts()
    expect(text).toContain('re-run the job, or run the action with `job-id: job-1`')
    expect(text).not.toMatch(/nothing was sent/iu)
    expect((await story.run({ runAttempt: 2 })).outputs).toMatchObject({ outcome: 'pull-request', jobId: 'job-1' })
  })

  test.each([
    [29_000, 'pull-request'],
    [31_000, 'timed-out'],
  ])(
    'are made at intervals, the last one at the end of `timeout`: a job of %i ms is %s',
    async (durationMs, outcome) => {
      await using world = await createPatientWorld()
      world.docsService.nextJob({ durationMs })
      const { outputs } = await world.run({ inputs: { ...PROMPT, timeout: '30s', 'poll-interval': '20s' } })
      expect(outputs['outcome']).toBe(outcome)
      const [created, ...looks] = world.docsService.requests.map(({ at }) => at)
      expect(looks.map((at) => Math.round((at - (created ?? 0)) / 5_000))).toEqual([4, 6])
    },
  )

  test('that fail at the end of `timeout` say why', async () => {
    await using story = await createStory()
    story.world.docsService.faults.add({ operation: 'get-job', times: 99, respond: answer(500) })
    const { outputs } = await story.run({ inputs: { timeout: '30s', 'poll-interval': '10s' } })
    expect(outputs).toMatchObject({ outcome: 'timed-out', error: expect.stringContaining('The service has a problem') })
    expect((await story.texts())[0]).toContain('To wait longer, set a longer `timeout`.')
  })

  test('read a job that has completed without a link once more, and believe the link', async () => {
    await using story = await createStory()
    const { docsService } = story.world
    docsService.nextJob({ id: 'job-1', activeReads: 0 })
    docsService.faults.add({ operation: 'get-job', respond: answer(200, { id: 'job-1', status: 'completed' }) })
    expect((await story.run()).outputs['outcome']).toBe('pull-request')
  })

  test('tell a link that isn’t a pull request, and cut JSON that is too long for an output', async () => {
    await using story = await createStory()
    const fields = { id: 'job-1', status: 'completed', prLink: 'https://docs.example/1', text: 'ü'.repeat(60_000) }
    story.world.docsService.faults.add({ operation: 'get-job', times: 99, respond: answer(200, fields) })
    const { outputs } = await story.run()
    const { text, ...short } = { ...fields, id: outputs['jobId'] }
    expect(outputs).toMatchObject({ outcome: 'pull-request', prLink: fields.prLink, prNumber: '' })
    expect(JSON.parse(outputs['job'] ?? '')).toEqual(short)
  })

  test.each(['javascript:alert(1)', 'https://me:pw@docs.example/1', `https://docs.example/${'a'.repeat(2_048)}`])(
    'don’t show a link that is unsafe: %s',
    async (prLink) => {
      await using story = await createStory()
      story.world.docsService.nextJob({ prLink })
      const { outputs, conclusion, ...result } = await story.run()
      expect(outputs).toMatchObject({ outcome: 'no-pull-request', prLink: '', prNumber: '' })
      expect(readAnnotations(result as never, 'warning')).toEqual([expect.stringContaining('It is left out.')])
      expect([conclusion, (await story.texts()).join().includes(prLink)]).toEqual(['success', false])
      expect(await story.texts()).toEqual([expect.stringContaining("The link of the pull request isn't safe to show")])
    },
  )
})

describe('with `job-id`', () => {
  test.each<[string, Step['inputs'], outcome: string]>([
    ['pull-request', {}, 'pull-request'],
    ['pull-request', PROMPT, 'pull-request'],
    ['failed', {}, 'failed'],
    ['failed', PROMPT, 'failed'],
    ['never', { wait: false }, 'submitted'],
  ])('a run sends nothing, and waits for a job that ends as %s (%j)', async (endsAs, inputs, outcome) => {
    await using world = await createPatientWorld()
    const { number } = await world.github.createIssue()
    // One that fails has done so before the first look.
    world.docsService.nextJob({ id: 'job-17', endsAs: endsAs as 'failed', activeReads: endsAs === 'failed' ? 0 : 1 })
    world.docsService.createJob('docs-project', 'Of another run.')
    const all = { 'job-id': 'job-17', 'issue-number': number, ...inputs }
    const { outputs } = await world.run({ trigger: byHand({}), inputs: all })
    expect(outputs).toMatchObject({ outcome, jobId: 'job-17' })
    const comments = await world.github.commentsOf(number)
    expect(comments).toEqual([expect.objectContaining({ body: expect.stringContaining('`job-17`') })])
    expect(comments[0]?.body).not.toMatch(/re-run sends|sends the same/iu)
    expect(world.docsService.requests.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('a job that doesn’t exist is an error', async () => {
    await using world = await createPatientWorld()
    const { outputs } = await world.run({ inputs: { 'job-id': 'job-99' } })
    expect(outputs).toMatchObject({
      outcome: 'error',
      jobId: 'job-99',
      error: expect.stringContaining("couldn't find"),
    })
  })
})

test('with `wait: false`, a job that is over when it is created is reported', async () => {
  await using story = await createStory()
  story.world.docsService.nextJob({ terminalOnCreate: true })
  expect((await story.run({ inputs: { wait: false } })).outputs['outcome']).toBe('pull-request')
})

describe('a check', () => {
  const PASSED = [
    '- ✓ `writer` can use the command.',
    '- ✓ The key has the `read` scope.',
    '- ✓ The key has the `write` scope.',
    '- ✓ The service has the project `docs-project`.',
  ]
  const READER = { key: 'mint_reader', scopes: ['read' as const] }

  test('says what it looked at, what would be sent, and the next step; and sends no prompt', async () => {
    await using story = await createStory('/docs check')
    const { outputs, summary } = await story.run({ inputs: PROMPT })
    const [text = ''] = await story.texts()
    expect(text.split('\n')).toEqual(expect.arrayContaining(PASSED))
    expect(text).toMatch(
      /- ✓ The prompt would have [\d,]+ characters \\\(`context: reference`\\\), and would go to a new job\./u,
    )
    expect(text).toContain('Nothing was sent to the agent. Next, post `/docs` followed by what to write.')
    expect(summary).toContain('<summary>What would be sent</summary>')
    expect(summary).toContain(PROMPT.prompt)
    expect([outputs['outcome'], countPrompts(story.world)]).toEqual(['checked', 0])
  })

  test('tells which job a prompt would continue', async () => {
    await using story = await createStory()
    story.world.docsService.nextJob({ id: 'job-1' })
    await story.run()
    await story.command('/docs check')
    expect((await story.texts()).at(-1)).toContain('would go to job `job-1`.')
  })

  test('by `dry-run`, tells the length of the command’s own prompt, and how to send it', async () => {
    await using story = await createStory()
    await story.run({ inputs: { 'dry-run': true } })
    const [text = ''] = await story.texts()
    expect(text).toContain('✓ The prompt would have')
    expect(text).toContain('Next, remove `dry-run`.')
  })

  const down =
    (operation: FaultRule['operation'], respond: Respond, times = 9) =>
    (world: World) =>
      world.docsService.faults.add({ ...(operation && { operation }), times, respond })

  test.each<[string, Step['inputs'], ((world: World) => void) | undefined, string[]]>([
    ['a wrong key', { 'api-key': 'mint_wrong' }, undefined, ['✗ The service refused the API key.']],
    ['a key that may only read', { 'api-key': READER.key }, undefined, ["✗ The API key doesn't allow this request."]],
    ['a wrong project', { 'project-id': 'nobodys' }, undefined, ["✗ The service couldn't find the project or job."]],
    ['a 404 of no service', {}, down('get-job', answer(404, '')), ["✗ The service couldn't find the project or job."]],
    ['a web page', {}, down('get-job', answer(404, PAGE)), ['✗ A web page came instead of the service']],
    [
      'a service that is down',
      {},
      down(undefined, answer(500)),
      ["? Couldn't check whether the key has the `read` scope"],
    ],
    [
      'views that can’t be read',
      {},
      down('get-page-views', answer(500)),
      ["? Couldn't check whether the service has the"],
    ],
    [
      'a long limit',
      {},
      down('get-page-views', answer(429, {}, { 'retry-after': '999' })),
      ["? Couldn't check whether"],
    ],
    ['a service that takes anything', {}, down('send-message', answer(200, { id: 'x' })), ["? Couldn't check"]],
  ])('names %s, ends as error, and says what to do', async (_, inputs, prepare, lines) => {
    await using story = await createStory('/docs check', { docsService: { keys: [READER] } })
    prepare?.(story.world)
    const { outputs, conclusion } = await story.run({ ...(inputs && { inputs }) })
    expect([outputs['outcome'], conclusion, countPrompts(story.world)]).toEqual(['error', 'failure', 0])
    const [text = '', ...others] = await story.texts()
    for (const line of lines) expect(text).toContain(`- ${line}`)
    expect(text).toMatch(/⚠️ Setup check: \d of \d checks didn't pass/u)
    expect(text).toContain('Fix this, then post the command again.')
    expect(others).toEqual([])
  })
})
