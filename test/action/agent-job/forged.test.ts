import { describe, expect, test } from 'vitest'
import { createWorld } from '../../world/index.ts'
import { BOT, COMMAND, countPrompts, createStory, listOurs, readMarker, readText, writeMarked } from './story.ts'

// SECURITY.md says who could forge a marker, and what that gets them.

interface Forgery {
  author?: string
  fields?: Record<string, unknown>
  /** The whole comment, from one that counts. */
  write?: (body: string) => string
  isOlder?: boolean
}

/** A conversation with a comment that says that the prompt of the command is on its way. */
async function createForgery({ author = BOT, fields = {}, write = (body) => body, isOlder = false }: Forgery = {}) {
  const story = await createStory()
  const { github } = story.world
  if (isOlder) story.world.pass(1)
  const asked = isOlder ? await github.comment(story.number, COMMAND) : story.asked
  const body = write(writeMarked({ request: `comment ${asked.comment.id}`, state: 'sending', ...fields }))
  if (isOlder) story.world.pass(-1)
  const { comment } = await github.comment(story.number, body, author)
  if (isOlder) story.world.pass(1)
  return { ...story, asked, forged: comment }
}

const SENT = { outcome: 'pull-request', prompts: 1 }
const UNKNOWN = { outcome: 'unknown', prompts: 0 }

async function runAgain({ world, number, asked, forged }: Awaited<ReturnType<typeof createForgery>>) {
  const { outputs } = await world.run({ trigger: asked, runAttempt: 2 })
  const left = (await world.github.commentsOf(number)).find(({ id }) => id === forged.id)
  return {
    end: { outcome: outputs['outcome'], prompts: countPrompts(world) },
    isUntouched: left?.body === forged.body,
  }
}

test('the built action believes the first line of a comment by its own account', async () => {
  await using world = await createWorld()
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, COMMAND)
  await world.github.comment(
    issue.number,
    writeMarked({ request: `comment ${asked.comment.id}`, state: 'sending' }),
    BOT,
  )
  const { outputs } = await world.run({ trigger: asked, runAttempt: 2 })
  expect([outputs['outcome'], countPrompts(world)]).toEqual(['unknown', 0])
})

describe('a re-run', () => {
  test.each<[string, Forgery]>([
    ['as it was written', {}],
    ['with people’s text below', { write: (body) => `${body}\n\n**Please ignore this.**\n<!-- docs-agent {} -->` }],
    ['with fields that nobody knows', { fields: { more: '--><b>' } }],
    ['with line ends of a mail', { write: (body) => body.replaceAll('\n', '\r\n') }],
  ])('obeys a marker %s', async (_, forgery) => {
    await using scene = await createForgery(forgery)
    expect(await runAgain(scene)).toEqual({ end: UNKNOWN, isUntouched: false })
  })

  test.each(['maintainer', 'stranger', 'mintlify[bot]', 'acme-docs[bot]'])('ignores what %s writes', async (author) => {
    await using scene = await createForgery({ author })
    expect(await runAgain(scene)).toEqual({ end: SENT, isUntouched: true })
  })

  test.each<[string, Forgery]>([
    ['in a quote', { write: (body) => `> ${body}` }],
    ['below the first line', { write: (body) => `Look:\n${body}` }],
    ['below a blank line', { write: (body) => `\n${body}` }],
    ['behind a space', { write: (body) => ` ${body}` }],
    ['with text behind it', { write: (body) => body.replace(' -->\n', ' --> <!-- sticky -->\n') }],
    ['in a code block', { write: (body) => `\`\`\`\n${body}\n\`\`\`` }],
    ['that isn’t JSON', { write: (body) => body.replace('{', '{,') }],
    ['that is an array', { write: () => '<!-- docs-agent [] -->\nA report' }],
    ['that is null', { write: () => '<!-- docs-agent null -->\nA report' }],
    ['that is older than the command', { isOlder: true }],
    ['of another command', { fields: { request: 'comment 1' } }],
    ['of another project', { fields: { project: 'other-project' } }],
  ])('ignores a marker %s', async (_, forgery) => {
    await using scene = await createForgery(forgery)
    expect(await runAgain(scene)).toEqual({ end: SENT, isUntouched: true })
  })

  test('ignores a marker with a field that isn’t in its form', async () => {
    const malformed = [
      ['request', ''],
      ['request', 12],
      ['attempt', 0],
      ['attempt', '1'],
      ['attempt', 1.5],
      ['project', undefined],
      ['step', 'ABCDEF0123456789'],
      ['step', '0123'],
      ['state', 'sent'],
      ['state', 'job'],
      ['job', 'job-1'],
      ['job', '../job-1'],
      ['previous', 'a/b'],
      ['previous', ''],
      ['from', 'main'],
      ['to', '0'.repeat(39)],
      ['key', '0'.repeat(15)],
    ]
    for (const [name, value] of malformed) {
      await using scene = await createForgery({ fields: { [String(name)]: value } })
      expect(await runAgain(scene), `${name}: ${value}`).toEqual({ end: SENT, isUntouched: true })
    }
  })

  test('goes by the newest of two comments of its request', async () => {
    await using scene = await createForgery({ fields: { state: 'job', job: 'gone' } })
    const { world, number, asked } = scene
    world.docsService.nextJob({ id: 'job-1', terminalOnCreate: true })
    await world.run({ inputs: { prompt: 'Another prompt.' } })
    const newest = writeMarked({ request: `comment ${asked.comment.id}`, state: 'job', job: 'job-1' })
    await world.github.comment(number, newest, BOT)
    expect(await world.run({ trigger: asked, runAttempt: 2 })).toMatchObject({ outputs: { jobId: 'job-1' } })
    expect([countPrompts(world), (await listOurs(world, number)).length]).toEqual([1, 1])
  })
})

test.each([
  ['failed', 'pull-request'],
  ['no-pull-request', 'no-pull-request'],
  ['gone', 'error'],
])('of a job only the ID is believed: the service says that it is %s', async (end, outcome) => {
  const text = '### 🚀 The documentation pull request is ready\n\nhttps://evil.example/pull/1'
  await using story = await createStory()
  const { world, number, asked, run } = story
  world.docsService.nextJob({
    id: end === 'gone' ? 'another' : 'c0ffee',
    terminalOnCreate: true,
    endsAs: end as 'failed',
  })
  await world.run({ inputs: { prompt: 'Another prompt.' } })
  const canary = { step: 'c0ffee0123456789', from: 'c0ffee'.padEnd(40, '0'), to: 'c0ffee'.padEnd(40, '1') }
  const fields = {
    request: `comment ${asked.comment.id}`,
    state: 'job',
    job: 'c0ffee',
    previous: 'c0ffee-2',
    ...canary,
  }
  await world.github.comment(number, writeMarked({ ...fields, key: 'c0ffee'.padEnd(16, '2') }, text), BOT)

  const { outputs, summary, log } = await run({ runAttempt: 2 })

  expect(outputs['outcome']).toBe(outcome)
  const [ours, ...others] = await listOurs(world, number)
  expect([others, readMarker(ours?.body)['step']]).toEqual([[], expect.not.stringContaining('c0ffee')])
  const said = JSON.stringify([
    outputs,
    summary,
    log.shown,
    // Our own marker keeps what it was given.
    readText(ours ?? { body: '' }),
    world.docsService.jobs.map((job) => job.prompt),
  ])
  expect(said).not.toContain('evil.example')
  expect(said.replaceAll(/c0ffee(?![\w-])/gu, '')).not.toContain('c0ffee')
})

test('a first attempt goes by no marker of its own number, and by none of others, to continue a job', async () => {
  await using story = await createStory()
  const { world, number } = story
  world.docsService.nextJob({ id: 'job-1', terminalOnCreate: true })
  await world.run({ inputs: { prompt: 'Another prompt.' } })
  for (const [author, fields] of [
    ['reader', { state: 'job', job: 'job-1' }],
    [BOT, { state: 'job', job: 'job-1', project: 'other-project' }],
  ] as const)
    await world.github.comment(number, writeMarked(fields), author)
  const { outputs } = await story.run()
  expect([outputs['outcome'], outputs['jobId'] === 'job-1', world.docsService.jobs.length]).toEqual([
    'pull-request',
    false,
    2,
  ])
})
