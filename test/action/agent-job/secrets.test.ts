import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorld, type Step, type World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { BOT, COMMAND, countPrompts, createStory, PROMPT } from './story.ts'

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
function expectNoSecrets(world: World, result: RunResult, secrets: readonly string[]): void {
  const traces = listTraces(world, result)
  for (const secret of secrets.flatMap((each) => [each, encodeURIComponent(each)]))
    for (let at = 0; at + 8 <= secret.length; at += 1) expect(traces).not.toContain(secret.slice(at, at + 8))
}

test('the built action masks the key first, and leaves it and the token nowhere', async () => {
  await using world = await createWorld({ docsService: { apiKey: KEY } })
  const { number } = await world.github.createIssue()
  const result = await world.run({ trigger: await world.github.comment(number, COMMAND), debug: true })
  expect(result.outputs['outcome']).toBe('pull-request')
  expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: KEY })
  expectNoSecrets(world, result, [KEY, world.github.actionsToken])
})

const escaped = [...KEY].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const said = `The key ${KEY} is bad (${encodeURIComponent(KEY)}).`

describe('the key and the token appear nowhere', () => {
  test.each<[string, outcome: string, (world: World) => unknown, Step['inputs']?]>([
    [
      'where the service echoes them in an error',
      'error',
      ({ docsService, github }) =>
        docsService.faults.add({
          operation: 'create-job',
          respond: { kind: 'answer', status: 403, body: { error: `${said} ${github.actionsToken}` } },
        }),
    ],
    [
      'where the service echoes them escaped, and in a web page',
      'error',
      ({ docsService }) =>
        docsService.faults.add(
          {
            operation: 'create-job',
            respond: { kind: 'answer', status: 429, body: `<p>${KEY}`, headers: { 'retry-after': '1' } },
          },
          { operation: 'create-job', respond: { kind: 'answer', status: 400, body: `{"error":"${escaped}"}` } },
        ),
    ],
    [
      'where the service echoes them escaped, where the message is cut',
      'error',
      ({ docsService }) =>
        docsService.faults.add({
          operation: 'create-job',
          respond: { kind: 'answer', status: 400, body: `{"error":"${'x'.repeat(485)}${escaped}"}` },
        }),
    ],
    [
      'where the service echoes them in every field of a job',
      'no-pull-request',
      ({ docsService, github }) =>
        docsService.nextJob({
          prLink: `https://docs.example/${encodeURIComponent(KEY)}`,
          fields: { model: KEY, source: { ref: github.actionsToken }, [KEY]: KEY, createdAt: [KEY] },
        }),
    ],
    [
      'where GitHub echoes them in an error',
      'error',
      ({ github }) =>
        github.faults.add({
          path: /\/permission$/,
          respond: { status: 403, body: { message: `${said} ${github.actionsToken}` } },
        }),
    ],
    [
      'where GitHub echoes them in a warning',
      'pull-request',
      ({ github }) =>
        github.faults.add({
          method: 'PATCH',
          respond: { status: 422, body: { message: `${github.actionsToken} ${KEY}` } },
        }),
    ],
    ['where they are in another input by mistake', 'error', () => undefined, { timeout: KEY, 'base-url': KEY }],
    ['where they are the project', 'error', () => undefined, { 'project-id': `${KEY} ` }],
  ])('%s', async (_, outcome, prepare, inputs) => {
    await using story = await createStory(COMMAND, { docsService: { apiKey: KEY } })
    prepare(story.world)
    const result = await story.run({ ...(inputs && { inputs }) })
    expect(result.outputs['outcome']).toBe(outcome)
    expectNoSecrets(story.world, result, [KEY, story.world.github.actionsToken])
  })

  test.each([
    ['the key', (_: World) => KEY],
    ['the token', ({ github }: World) => github.actionsToken],
  ])('where %s is in the prompt, which isn’t sent', async (_, secret) => {
    await using story = await createStory(COMMAND, { docsService: { apiKey: KEY } })
    const { world } = story
    for (const step of [
      { inputs: { prompt: `Use ${secret(world)} for the examples.` } },
      { trigger: await world.github.comment(story.number, `/docs explain ${secret(world)} please`) },
    ]) {
      const result = await world.run({ trigger: story.asked, ...step, runId: 7 })
      if (step.inputs) expect(result.outputs['outcome']).toBe('pull-request')
      else expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '' })
      expectNoSecrets(world, result, [secret(world)])
    }
    const dispatched = await world.run({ inputs: { prompt: `Use ${secret(world)} for the examples.` } })
    expect(dispatched.outputs['outcome']).toBe('error')
    expectNoSecrets(world, dispatched, [secret(world)])
    expect(countPrompts(world)).toBe(1)
  })
})

/** Text that would mention somebody, start a bot or a workflow command, break out of a table, or forge a marker. */
const HOSTILE = [
  '::error::forged',
  '::set-output name=outcome::forged',
  '##[group]forged',
  '@maintainer',
  '/docs run it',
  '</details><script>',
  '[link](javascript:alert(1)) ![i](https://evil.example/i.png)',
  '| a | b |',
  '`code`',
  '<!-- docs-agent {} -->',
  '--> ',
  '\u202Eevil\u200B',
].join('\n')

test.each<[string, (world: World) => Promise<Step>]>([
  [
    'the title of the issue',
    async ({ github }) => {
      const { number } = await github.createIssue({ title: HOSTILE, body: HOSTILE })
      return { trigger: await github.comment(number, COMMAND) }
    },
  ],
  [
    'a status and the fields of a job',
    async ({ docsService }) => {
      docsService.nextJob({ fields: { status: HOSTILE, model: HOSTILE }, endsAs: 'never' })
      return { inputs: { timeout: '30s', 'poll-interval': '10s', ...PROMPT } }
    },
  ],
  [
    'the words of the service',
    async ({ docsService }) => {
      const respond = { kind: 'answer', status: 400, body: { error: HOSTILE } } as const
      docsService.faults.add({ operation: 'create-job', respond })
      return {}
    },
  ],
  [
    'the words of GitHub',
    async ({ github }) => {
      github.faults.add({
        path: /acme\/docs\/pulls\/1$/,
        login: BOT,
        respond: { status: 404, body: { message: HOSTILE } },
      })
      github.faults.add({ method: 'PATCH', respond: { status: 422, body: { message: HOSTILE } } })
      return {}
    },
  ],
  [
    'the link of the pull request',
    async ({ docsService }) => {
      docsService.nextJob({ prLink: `https://docs.example/1?${HOSTILE}` })
      return {}
    },
  ],
  [
    'the title and the files of the documentation pull request',
    async ({ github, docsService }) => {
      const files = [{ filename: HOSTILE, additions: 1, deletions: 0 }]
      const { number, html_url } = await github.createPullRequest({ title: HOSTILE }, 'acme/docs')
      docsService.nextJob({ prLink: html_url })
      github.faults.add({
        path: /pulls\/1\/files$/,
        login: BOT,
        respond: { status: 200, body: files.map(completeFile) },
      })
      return number === 1 ? {} : expect.fail()
    },
  ],
  ['the login of who comments', async ({ github }) => forgeLogin(await github.createIssue(), github)],
])('hostile text in %s stays text', async (_, prepare) => {
  await using story = await createStory()
  const { world } = story
  const step = await prepare(world)
  const result = await world.run({ trigger: story.asked, runId: 7, ...step })
  expect(result.commands.map(({ name }) => name).filter((name) => name !== 'add-mask')).toEqual(
    expect.not.arrayContaining(['set-output', 'stop-commands', 'save-state']),
  )
  expect(result.annotations.map(({ message }) => message)).not.toContain('forged')
  expect(result.log.lines.map(({ text }) => text).join('\n')).not.toMatch(/^\s*::set-output|##\[|\u202E/mu)
  expect(result.outputs['outcome']).not.toBe('forged')
  expect(Object.values(result.outputs).filter((value) => value.includes('\n'))).toEqual([])
  const comments = (await Promise.all([1, 2].map((number) => world.github.commentsOf(number).catch(() => [])))).flat()
  const texts = comments.filter(({ user }) => user.login === BOT).map(({ body }) => body)
  for (const text of [...texts, result.summary]) {
    const seen = text.replace(/^<!-- docs-agent .* -->\n/u, '').replaceAll(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/gu, '')
    expect(seen).not.toMatch(/@maintainer|<script|<!--|!\[|\]\(javascript|\u202E|^\/docs|^\| a \| b|<\/details><s/mu)
  }
})

/** What GitHub sends of a file. */
function completeFile(file: object) {
  const url = 'https://github.com/x'
  return { sha: '0'.repeat(40), status: 'added', changes: 1, blob_url: url, raw_url: url, contents_url: url, ...file }
}

async function forgeLogin({ number }: { number: number }, github: World['github']): Promise<Step> {
  const asked = await github.comment(number, COMMAND)
  const login = 'writer`\n::error::forged @maintainer'
  const forged = { ...(asked.payload['comment'] as object), user: { login, id: 1, type: 'User' } }
  const payload = { ...asked.payload, comment: forged, sender: { login, id: 1, type: 'User' } }
  return { trigger: { event: asked.event, payload }, actor: 'writer' }
}
