import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorld, type Step, type World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { answer, COMMAND, countPrompts, createStory } from './story.ts'

/** With signs that URLs and patterns change. */
const KEY = 'mint_5up3r+s3cret/k3y=='

/** Everything that a run left: what it printed before masking, wrote, and sent to GitHub. Masks are not in it. */
function listTraces(world: World, { log, outputs, rawSummary, files, temp }: RunResult): string {
  const printed = log.lines.map(({ text }) => text).filter((line) => !line.startsWith('::add-mask::'))
  const sent = world.github.requestsBy().map(({ path, query, body }) => [path, query, body])
  return JSON.stringify([printed, outputs, rawSummary, sent, readFolder(files), readFolder(temp)])
}

function readFolder(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  // The event is the runner's own.
  return entries
    .filter(({ name }) => name !== 'event.json')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
}

/** Any eight characters of a secret give it away. */
function expectNoSecrets(world: World, result: RunResult): void {
  const traces = listTraces(world, result)
  for (const secret of [KEY, world.github.actionsToken].flatMap((each) => [each, encodeURIComponent(each)]))
    for (let at = 0; at + 8 <= secret.length; at += 1) expect(traces).not.toContain(secret.slice(at, at + 8))
}

test('the built action masks the key first, and leaves it and the token nowhere', async () => {
  await using world = await createWorld({ docsService: { apiKey: KEY } })
  const { number } = await world.github.createIssue()
  const result = await world.run({ trigger: await world.github.comment(number, COMMAND), debug: true })
  expect(result.outputs['outcome']).toBe('pull-request')
  expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: KEY })
  expectNoSecrets(world, result)
})

const escaped = [...KEY].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const said = ({ github }: World) => `The key ${KEY} is bad (${encodeURIComponent(KEY)}). ${github.actionsToken}`

type Prepare = (world: World) => unknown
const refuse =
  (status: number, write: (world: World) => string | object): Prepare =>
  (world) =>
    world.docsService.faults.add({
      operation: 'create-job',
      respond: answer(status, write(world), { 'retry-after': '1' }),
    })
const refuseAtGitHub =
  (which: object, status: number): Prepare =>
  (world) =>
    world.github.faults.add({ ...which, respond: { status, body: { message: said(world) } } })

describe('the key and the token appear nowhere', () => {
  test.each<[string, outcome: string, Prepare, Step['inputs']?]>([
    ['where the service echoes them', 'error', refuse(403, (world) => ({ error: said(world) }))],
    ['where it echoes them in a web page, and then succeeds', 'pull-request', refuse(429, () => `<p>${KEY}`)],
    [
      'where it echoes them escaped, where the message is cut',
      'error',
      refuse(400, () => `{"error":"${'x'.repeat(485)}${escaped}"}`),
    ],
    [
      'where it echoes them in every field of a job',
      'no-pull-request',
      ({ docsService, github }) =>
        docsService.nextJob({
          prLink: `https://docs.example/${encodeURIComponent(KEY)}`,
          fields: { model: KEY, source: { ref: github.actionsToken }, [KEY]: KEY, createdAt: [KEY] },
        }),
    ],
    ['where GitHub echoes them in an error', 'error', refuseAtGitHub({ path: /\/permission$/ }, 403)],
    ['where GitHub echoes them in a warning', 'pull-request', refuseAtGitHub({ method: 'PATCH' }, 422)],
    ['where they are in another input by mistake', 'error', () => {}, { timeout: KEY, 'base-url': KEY }],
    ['where they are the project', 'error', () => {}, { 'project-id': `${KEY} ` }],
  ])('%s', async (_, outcome, prepare, inputs) => {
    await using story = await createStory(COMMAND, { docsService: { apiKey: KEY } })
    prepare(story.world)
    const result = await story.run({ ...(inputs && { inputs }) })
    expect(result.outputs['outcome']).toBe(outcome)
    expectNoSecrets(story.world, result)
  })

  test.each<[string, name: string, (world: World) => string]>([
    ['the key', 'api-key', () => KEY],
    ['the token', 'github-token', ({ github }) => github.actionsToken],
  ])('where %s is in the prompt, which isn’t sent', async (_, name, secret) => {
    await using story = await createStory('/docs', { docsService: { apiKey: KEY } })
    const result = await story.run({ inputs: { prompt: `Use ${secret(story.world)} for the examples.` } })
    expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '' })
    expect(await story.texts()).toEqual([expect.stringContaining(`The prompt contains \`${name}\``)])
    expectNoSecrets(story.world, result)
    expect(countPrompts(story.world)).toBe(0)
  })
})
