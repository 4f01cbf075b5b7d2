import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../../world/docs-service/faults.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { createQuickWorld, type Step, type World } from '../../world/index.ts'
import { byHand } from '../../world/workflow/deliveries.ts'
import {
  answer,
  countPrompts,
  createPatientWorld,
  createStory,
  PAGE,
  PROMPT,
  readAnnotations,
  readTexts,
} from './story.ts'

// `test/unit/agent-job/poll.test.ts` has when a job is looked at, and which failures are looked past.
describe('looks at a job', () => {
  test.each<[string, FaultRule['respond']]>([
    ['a firewall’s page with 403', answer(403, PAGE)],
    ['a body that breaks off', { kind: 'cut-body' }],
    ['a new word as status', answer(200, { id: 'job-1', status: 'queued' })],
  ])('go on past %s', async (_, respond) => {
    await using story = await createStory()
    story.world.docsService.nextJob({ id: 'job-1' })
    story.world.docsService.faults.add({ operation: 'get-job', times: 3, respond })
    const { outputs, conclusion } = await story.run({ inputs: { 'poll-interval': '1s' } })
    expect([outputs['outcome'], conclusion, countPrompts(story.world)]).toEqual(['pull-request', 'success', 1])
  })

  test.each([
    [401, 1],
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

  test('that fail until the end of `timeout` say why', async () => {
    await using story = await createStory()
    story.world.docsService.faults.add({ operation: 'get-job', times: 99, respond: answer(500) })
    const { outputs } = await story.run({ inputs: { timeout: '30s', 'poll-interval': '10s' } })
    expect(outputs).toMatchObject({
      outcome: 'timed-out',
      error: expect.stringContaining('The service is having problems'),
    })
    expect((await story.texts())[0]).toContain('To wait longer next time, increase `timeout`')
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

  test('don’t show a link that is unsafe', async () => {
    await using story = await createStory()
    story.world.docsService.nextJob({ prLink: 'https://me:pw@docs.example/1' })
    const result = await story.run()
    expect(result.outputs).toMatchObject({ outcome: 'no-pull-request', prLink: '', prNumber: '' })
    expect(readAnnotations(result, 'warning')).toEqual([expect.stringContaining('Look for it in')])
    expect(result.conclusion).toBe('success')
    const [text] = await story.texts()
    expect(text).toContain("The link to the pull request isn't safe to show")
    expect(text).not.toContain('me:pw')
  })
})

describe('with `job-id`, a run sends nothing, and waits for the job', () => {
  test.each<[endsAs: 'pull-request' | 'failed' | 'never', Step['inputs'], outcome: string]>([
    ['pull-request', PROMPT, 'pull-request'],
    ['failed', PROMPT, 'failed'],
    ['never', { wait: false }, 'submitted'],
    ['never', { 'job-id': 'job-99' }, 'error'],
    ['never', { 'job-id': 'job-99', wait: false }, 'error'],
  ])('that ends as %s (%j): %s', async (endsAs, inputs, outcome) => {
    await using world = await createPatientWorld()
    const { number } = await world.github.createIssue()
    // One that fails has done so before the first look.
    world.docsService.nextJob({ id: 'job-17', endsAs, activeReads: endsAs === 'failed' ? 0 : 1 })
    world.docsService.createJob('docs-project', 'Of another run.')
    const all = { 'job-id': 'job-17', 'issue-number': number, ...inputs }
    const { outputs } = await world.run({ trigger: byHand({}), inputs: all })
    expect(outputs).toMatchObject({ outcome, jobId: all['job-id'] })
    const texts = await readTexts(world, number)
    expect(texts).toEqual([expect.stringContaining(outcome === 'error' ? 'check `job-id`' : '`job-17`')])
    expect(texts[0]).not.toMatch(/re-run sends|sends the same/iu)
    expect(world.docsService.requests.every(({ method }) => method === 'GET')).toBe(true)
  })
})

test('with `wait: false`, a job that is over when it is created is reported', async () => {
  await using story = await createStory()
  story.world.docsService.nextJob({ terminalOnCreate: true })
  expect((await story.run({ inputs: { wait: false } })).outputs['outcome']).toBe('pull-request')
})

describe('a check', () => {
  test('says what it looked at, what would be sent, and the next step; and sends no prompt', async () => {
    await using story = await createStory('/docs check')
    const { outputs, summary } = await story.run({ inputs: PROMPT })
    const [text = ''] = await story.texts()
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        '- ✓ `writer` can use the command.',
        '- ✓ The key has the `read` scope.',
        '- ✓ The key has the `write` scope.',
        '- ✓ The project `docs-project` exists.',
      ]),
    )
    expect(text).toMatch(
      /- ✓ The prompt would have [\d,]+ characters \\\(`context: reference`\\\) and go to a new job\./u,
    )
    expect(text).toContain('Nothing was sent to the agent. Next, post `/docs` followed by what to write.')
    expect(summary).toContain('<summary>What would be sent</summary>')
    expect(summary).toContain(PROMPT.prompt)
    expect([outputs['outcome'], countPrompts(story.world)]).toEqual(['checked', 0])
  })

  test('by `dry-run`, tells which job the prompt would continue, and how to send it', async () => {
    await using story = await createStory()
    story.world.docsService.nextJob({ id: 'job-1' })
    await story.run()
    await story.command('/docs explain more', { inputs: { 'dry-run': true } })
    expect((await story.texts()).at(-1)).toMatch(/go to job `job-1`\.\n[\s\S]*Next, remove `dry-run`\./u)
    expect(countPrompts(story.world)).toBe(1)
  })

  const down =
    (operation: FaultRule['operation'], respond: FaultRule['respond']) =>
    ({ docsService }: World) =>
      docsService.faults.add({ ...(operation && { operation }), times: 9, respond })
  const READER = { key: 'mint_reader', scopes: ['read' as const] }

  test.each<[string, Step['inputs'], ((world: World) => void) | undefined, line: string]>([
    ['a wrong key', { 'api-key': 'mint_wrong' }, undefined, '✗ The service refused the API key.'],
    ['a key that may only read', { 'api-key': READER.key }, undefined, "✗ The API key doesn't allow this request."],
    ['a wrong project', { 'project-id': 'nobodys' }, undefined, "✗ The service couldn't find the project or job."],
    ['a web page', {}, down('get-job', answer(404, PAGE)), "✗ The service's address returned a web page"],
    ['a service that is down', {}, down(undefined, answer(500)), '? The service is having problems.'],
    [
      'a long limit',
      {},
      down('get-page-views', answer(429, {}, { 'retry-after': '999' })),
      "? The service's rate limit was reached. ",
    ],
    [
      'a service that takes anything',
      {},
      down('send-message', answer(200, { id: 'x' })),
      "? The service accepted a job that can't exist",
    ],
  ])('names %s, ends as error, and says what to do', async (_, inputs, prepare, line) => {
    await using story = await createStory('/docs check', { docsService: { keys: [READER] } })
    prepare?.(story.world)
    const { outputs, conclusion } = await story.run({ ...(inputs && { inputs }) })
    expect([outputs['outcome'], conclusion, countPrompts(story.world)]).toEqual(['error', 'failure', 0])
    const [text = '', ...others] = await story.texts()
    expect(text).toContain(`- ${line}`)
    expect(text).toMatch(/⚠️ \d of \d setup checks didn't pass/u)
    expect(text).toContain('Fix this, then post the command again.')
    expect(others).toEqual([])
  })

  test('that cannot post its reply has found what is missing', async () => {
    await using story = await createStory('/docs check', { github: { privateRepositories: ['acme/app'] } })
    const token = story.world.github.actionsTokenWith({ issues: 'read', contents: 'read' })
    const result = await story.run({ token })
    expect(result.outputs).toMatchObject({ outcome: 'error', error: expect.stringContaining('Add `issues: write`') })
    expect([result.conclusion, await story.ours()]).toEqual(['failure', []])
  })

  test('that cannot read the changed files has not looked at everything', async () => {
    await using world = await createQuickWorld()
    const { number } = await world.github.createPullRequest()
    world.github.faults.add({ path: /\/pulls\/\d+\/files$/u, times: 9, respond: knownFaults.notAccessible })
    const trigger = await world.github.comment(number, '/docs check')
    const { outputs } = await world.run({ trigger, inputs: { context: 'full' } })
    expect(outputs['outcome']).toBe('error')
    expect((await readTexts(world, number)).at(-1)).toMatch(/- \? Couldn't list the files of/u)
  })
})
