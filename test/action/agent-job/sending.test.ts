import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../../world/docs-service/faults.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { passTimeLimits } from '../../world/github/time-limits.ts'
import {
  answer,
  BOT,
  COMMENT,
  COMMENTS,
  countPrompts,
  createPatientWorld,
  createStory,
  PAGE,
  readAnnotations,
} from './story.ts'

const NOT_SENT = /Nothing was sent to the agent\.(?:$| Fix this, then post the command again\. If you can't fix this)/mu
const NOBODY_KNOWS =
  /Look for a new job in the dashboard, .* If you find none, post the command again\. A re-run doesn't send the prompt\./u

// `test/unit/service/client.test.ts` has what each response means.
describe('a prompt is accepted at most once, and the comment says what happened: the service', () => {
  const error = { outcome: 'error', again: 'pull-request', advice: NOT_SENT }
  const unknown = { outcome: 'unknown', again: 'unknown', advice: NOBODY_KNOWS }
  const waited = { outcome: 'pull-request', again: 'pull-request', advice: /Review it like any other/u }

  test.each<[string, typeof error, RegExp, Omit<FaultRule, 'operation'>]>([
    ['refuses it', error, /The service says: "Write less\."/u, { respond: answer(400, { error: 'Write less.' }) }],
    ['wants to be paid', error, /The plan or its credits don't allow/u, { respond: answer(402) }],
    ['redirects', error, /The service redirected/u, { respond: { kind: 'redirect', status: 307, location: '/x' } }],
    ['is hidden by a firewall', error, /The service's address returned a web page/u, { respond: answer(403, PAGE) }],
    ['has a limit', waited, /ready/u, { respond: answer(429, {}, { 'retry-after': '120' }) }],
    ['is busy', waited, /ready/u, { respond: answer(503, { error: 'Busy.' }) }],
    ['has a limit of an hour', error, /rate limit/u, { respond: answer(429, {}, { 'retry-after': '3600' }) }],
    ['breaks', unknown, /The service is having problems/u, { respond: answer(500) }],
    ['is down, says a page', unknown, /The service's address returned a web page/u, { respond: answer(503, PAGE) }],
    [
      'sends a page',
      unknown,
      /The service's address returned a web page/u,
      { respond: answer(200, PAGE), when: 'after handling' },
    ],
    ['sends no ID', unknown, /a job without an ID/u, { respond: answer(201, { status: 'active' }) }],
    [
      'resets',
      unknown,
      /The service didn't send a complete response/u,
      { respond: { kind: 'cut' }, when: 'after handling' },
    ],
    ['sends far too much', unknown, /The service didn't send a complete response/u, { respond: { kind: 'gzip-bomb' } }],
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

  test('can’t be connected to: tried for half a minute, nothing was sent', async () => {
    await using story = await createStory()
    const before = story.world.clock.now()
    await story.world.docsService.close()
    const error = expect.stringContaining("Couldn't connect to the service")
    expect((await story.run()).outputs).toMatchObject({ outcome: 'error', error })
    expect((await story.texts())[0]).toMatch(/Nothing was sent to the agent/u)
    expect(Math.round((story.world.clock.now() - before) / 10_000)).toBe(3)
  })

  test('finds it too large: it is sent once more without patches, and the summary shows what was sent', async () => {
    await using world = await createPatientWorld()
    const { number } = await world.github.createPullRequest()
    world.docsService.faults.add({ operation: 'create-job', respond: answer(413) })
    const trigger = await world.github.comment(number, '/docs explain this change')
    const { outputs, summary } = await world.run({ trigger, inputs: { context: 'full' } })
    const sent = world.docsService.requestsTo({ operation: 'create-job' }).map(({ body }) => JSON.stringify(body))
    expect(outputs['outcome']).toBe('pull-request')
    expect([...sent, summary].map((text) => text.includes('retries = 5'))).toEqual([true, false, false])
    expect(summary).toContain('- added src/retries.ts +1 −0')
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
    'the pull request and its files': { path: /acme\/docs\/pulls\/1(?:\/files)?$/, login: BOT },
  }
  const responses = {
    refusal: { status: 403, body: { message: 'Refused.' } },
    502: knownFaults.badGateway,
    hang: { hang: true },
  } as const
  const REFUSAL =
    /GitHub (?:returned 403 for .*GitHub says: "Refused\."|returned 502 for|didn't send a valid response \(.+\) for)/u

  test.each(Object.entries(places))('at %s: each ends as it should, and a re-run goes on', async (place, rule) => {
    const isBefore = ['permission', 'conversation', 'before the prompt'].some((each) => place.endsWith(each))
    const end = isBefore ? ['error', 'failure'] : ['pull-request', 'success']
    for (const [name, respond] of Object.entries(responses)) {
      await using story = await createStory()
      const stop = story.world.github.faults.add({ ...rule, respond })
      const limits = name === 'hang' ? passTimeLimits(story.world.github) : undefined
      const { outputs, conclusion, summary, log } = await story.run()
      limits?.[Symbol.dispose]()
      stop()
      expect([outputs['outcome'], conclusion], name).toEqual(end)
      expect(log.shown).not.toMatch(/^\s+at |bug in the action|undefined/mu)
      if (isBefore) expect(outputs['error']).toMatch(REFUSAL)
      if (isBefore) expect(summary).toContain('Nothing was sent to the agent.')

      const again = await story.run({ runAttempt: 2 })
      expect([again.outputs['outcome'], countPrompts(story.world)], name).toEqual(['pull-request', 1])
      expect(await story.texts()).toEqual([expect.stringContaining('pull request is ready')])
    }
  })
})

describe('limits', () => {
  test('of GitHub are waited for, however it tells them', async () => {
    await using story = await createStory()
    const { limiter } = story.world.github
    limiter.hit({ method: 'POST', path: COMMENTS, seconds: 60, told: 'no' })
    limiter.hit({ path: /\/graphql$/, seconds: 60, told: 'retry-after' })
    limiter.hit({ method: 'PATCH', path: COMMENT, seconds: 60, told: 'reset' })
    const { outputs, log, annotations } = await story.run()
    expect([outputs['outcome'], annotations]).toEqual(['pull-request', []])
    expect(log.shown.match(/GitHub asks to wait\. The run continues at .*\d\d:\d\d UTC\./gu)).toHaveLength(3)
  })

  test.each([
    ['of an hour', [3_600], 0],
    ['of more than five minutes in all', [200, 200], 2],
  ])('%s end the run at once, with the time', async (_, [first = 0, second = 0], waited) => {
    await using story = await createStory()
    const { world } = story
    world.github.limiter.hit({ path: /\/permission$/, seconds: first })
    world.github.limiter.hit({ method: 'POST', path: COMMENTS, seconds: second })
    const before = world.clock.now()
    const { outputs, summary } = await story.run()
    expect(outputs).toMatchObject({
      outcome: 'error',
      error: expect.stringMatching(/Try again after .*\d\d:\d\d UTC/u),
    })
    expect(summary).toContain('Nothing was sent to the agent.')
    expect([Math.floor((world.clock.now() - before) / 100_000), countPrompts(world)]).toEqual([waited, 0])
  })

  test('of GitHub end no run whose job is known: it polls on, and the log says what the comment lacks', async () => {
    await using story = await createStory()
    story.world.github.limiter.hit({ method: 'PATCH', path: COMMENT, seconds: 3_600 })
    const result = await story.run()
    expect([result.outputs['outcome'], result.conclusion]).toEqual(['pull-request', 'success'])
    expect(readAnnotations(result, 'warning').join()).toMatch(/Try again after .*UTC/u)
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
    if (outcome === 'timed-out') expect(outputs['error']).toMatch(/Try again after .*UTC/u)
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
