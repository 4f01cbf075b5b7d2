import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import { createQuickWorld, type Step, type World } from '../../world/index.ts'
import { PROMPT, readAnnotations, readPrompts, readTexts } from './story.ts'

/** Runs the workflow for an event; gives the prompt, and what the action added to its text. */
async function send(world: World, step: Step) {
  const result = await world.run({ ...step, inputs: { ...PROMPT, ...step.inputs } })
  const prompt = readPrompts(world).at(-1) ?? ''
  const [, added = ''] = prompt.split('\n\n---\n')
  return { result, prompt, added, outcome: result.outputs['outcome'] }
}

const file = (name: string, folder = 'src') => ({ [`${folder}/${name}.ts`]: `${name}\n` })

/** Merges a pull request; gives the delivery of its push. */
async function merge({ github }: World, name: string, { folder = 'src', ...pull }: Merged = {}) {
  const { number } = await github.createPullRequest({ title: `Add ${name}`, files: file(name, folder), ...pull })
  return { number, push: (await github.merge(number, 'squash')).push }
}

interface Merged {
  labels?: string[]
  asLogin?: string
  folder?: string
}

/** The push of all that came after a commit. */
async function pushSince(world: World, before: string) {
  const { event, payload } = await world.github.push([{ files: file('last') }])
  return { event, payload: { ...payload, before } }
}

const listed = (added: string) => added.match(/^ {2}- \S+ ".*?"/gmu)?.map((line) => line.slice(4)) ?? []

/** An event, and what is told of it by `reference` (the default), and by `full` in addition. */
interface Scene {
  trigger?: Step['trigger']
  reference: (string | RegExp)[]
  full: (string | RegExp)[]
}

const DIFF = '- added src/retries.ts +1 −0\n\n```diff\n'

const scenes: Record<string, (world: World) => Promise<Scene>> = {
  async 'a command on an issue'({ github }) {
    const issue = await github.createIssue({ title: 'No "retries" yet', body: 'What is the default?' })
    return {
      trigger: await github.comment(issue.number, '/docs Document the change.'),
      reference: [
        `- Repository: acme/app\n- Issue: #1\n- Title: "No \\"retries\\" yet"\n- URL: ${issue.html_url}`,
        `description, link to the issue that requested it: ${issue.html_url}\n`,
      ],
      full: ['- Description:\n\n```text\nWhat is the default?\n```'],
    }
  },
  async 'a pull request'({ github }) {
    const pull = await github.createPullRequest()
    return {
      trigger: pull,
      reference: ['- Pull request: #1\n', `link to the pull request that requested it: ${pull.html_url}\n`],
      full: ['- Description:\n\n```text\nThree were too few.\n```\n', `- Changed files:\n  ${DIFF}`],
    }
  },
  async 'a push that brought one pull request'(world) {
    const { push } = await merge(world, 'retries')
    return {
      trigger: push,
      reference: ['- Pull request: #1\n- Title: "Add retries"\n', 'link to the pull request that requested it: http'],
      full: ['\nThree were too few.\n', `- Changed files:\n  ${DIFF}`],
    }
  },
  async 'a push that brought two pull requests and a commit'(world) {
    const before = world.github.tipOf()
    await merge(world, 'retries')
    await merge(world, 'queues')
    return {
      trigger: await pushSince(world, before),
      reference: [
        `- Changes: commits after ${before}, up to ${world.github.tipOf()}\n`,
        /- Merged pull requests \(2\), .*\n {2}- #2 "Add queues" by writer: http\S+\/pull\/2\n/u,
        /- Commits without a pull request \(1\), newest first:\n {2}- [\da-f]{7} "Change src\/last.ts"/u,
        '\n  - #1 "Add retries" by writer: ',
      ],
      full: [
        /#2 .*\n {4}- added src\/queues.ts \+1 −0\n\n```diff\n/u,
        /"Change src\/last.ts"\n {4}- added src\/last.ts \+1 −0\n\n```diff\n/u,
      ],
    }
  },
  async 'a pushed tag'(world) {
    await world.github.pushTag('v1.0.0')
    await merge(world, 'retries')
    return {
      trigger: await world.github.pushTag('v1.1.0'),
      reference: ['- Tag: "v1.1.0"\n- Changes: commits after v1.0.0, up to v1.1.0\n', '  - #1 "Add retries"'],
      full: [`    ${DIFF}`],
    }
  },
  async 'a release'(world) {
    await world.github.pushTag('v1.0.0')
    await merge(world, 'retries')
    return {
      trigger: await world.github.release({ tag: 'v1.1.0', body: 'Retries.<!-- hidden -->' }),
      reference: [
        /- Release: "v1.1.0"\n- Title: "v1.1.0"\n- URL: http\S+v1.1.0\n/u,
        '- Changes: commits after v1.0.0, up to v1.1.0\n',
        'link to the release that requested it: http',
      ],
      full: ['- Release notes:\n\n```text\nRetries.\n```\n', `    ${DIFF}`],
    }
  },
  async 'the first release'({ github }) {
    return { trigger: await github.release({ tag: 'v1.0.0' }), reference: [/- URL: \S+v1.0.0$/u], full: [] }
  },
  async 'a dispatch'() {
    return { reference: [/^Context, added by the workflow\. .*\n\n- Repository: acme\/app$/u], full: [] }
  },
}

describe.each(['reference', 'full'])('context: %s', (context) => {
  test.each(Object.entries(scenes))('%s', async (_name, prepare) => {
    await using world = await createQuickWorld()
    const { trigger, reference, full } = await prepare(world)
    const { prompt, added, outcome, result } = await send(world, { ...(trigger && { trigger }), inputs: { context } })
    expect([outcome, readAnnotations(result, 'warning')]).toEqual(['pull-request', []])
    expect(prompt.startsWith('Document the change.')).toBe(true)
    for (const text of reference) expect(added).toMatch(text)
    for (const text of full) (context === 'full' ? expect(added) : expect(added).not).toMatch(text)
  })
})

test('context: none is the text alone, and of a tag, nothing is read', async () => {
  await using world = await createQuickWorld()
  await world.github.pushTag('v1.0.0')
  await merge(world, 'retries')
  const trigger = await world.github.pushTag('v1.1.0')
  expect((await send(world, { trigger, inputs: { context: 'none' } })).prompt).toBe('Document the change.')
  expect(world.github.requestsBy().filter(({ path }) => !path.includes('/acme/docs/'))).toEqual([])
})

test('a release, between others of its repository: what counts is told, with the rest as a number', async () => {
  await using world = await createQuickWorld()
  await world.github.release({ tag: 'cli@1.0.0' })
  await merge(world, 'flags', { folder: 'packages/cli' })
  await merge(world, 'routes', { folder: 'packages/api' })
  await world.github.release({ tag: 'api@5.0.0' })
  const { number } = await merge(world, 'colors', { folder: 'packages/cli' })
  await merge(world, 'hidden', { folder: 'packages/cli', labels: ['No-Docs'] })
  const trigger = await world.github.release({ tag: 'cli@1.1.0' })
  const { added, result } = await send(world, { trigger, inputs: { paths: 'packages/cli/**' } })
  expect(listed(added)).toEqual(['#3 "Add colors"', '#1 "Add flags"'])
  expect(result.summary).toMatch(/Covers \[`cli@\S*1\.0\.0…cli@\S*1\.1\.0`\]\(\S*cli%401\.0\.0\.\.\.cli%401\.1\.0\)\./u)
  expect(result.summary).toContain('Left out: 1 by `no-docs`, 1 by `paths`.')
  expect(result.outputs).toMatchObject({ outcome: 'pull-request', commentUrl: '' })
  expect(result.log.shown).toContain('- Release: "cli@1.1.0"')
  expect(await readTexts(world, number)).toEqual([])
})

test('a push of one pull request is that, also where the report goes to another issue', async () => {
  await using world = await createQuickWorld()
  const issue = await world.github.createIssue()
  const { push, number } = await merge(world, 'retries')
  const { added } = await send(world, { trigger: push, inputs: { 'issue-number': issue.number } })
  expect(added).toContain(`- Pull request: #${number}\n- Title: "Add retries"\n`)
  expect(added).not.toContain('- Issue:')
  const texts = await Promise.all([issue.number, number].map((each) => readTexts(world, each)))
  expect(texts).toEqual([[expect.stringMatching(/^### 🚀/u)], []])
  await send(world, { trigger: push, runId: 7 })
  expect(await readTexts(world, number)).toEqual([expect.stringMatching(/^### 🚀/u)])
})

// `test/unit/agent-job/changes` has which pull request brought a commit, and which tag came before.
test('a commit came with the pull request that was merged into this branch, behind open ones and others', async () => {
  await using world = await createQuickWorld()
  const { github } = world
  await github.createBranch('release/1.x')
  const first = await github.createPullRequest({ title: 'Elsewhere' })
  for (let count = 2; count <= 11; count += 1) await github.createPullRequest({ title: 'Open', head: 'change-1' })
  const backport = await github.createPullRequest({ title: 'Backport', head: 'change-1', base: 'release/1.x' })
  await github.merge(first.number)
  const { push } = await github.merge(backport.number)
  const { added } = await send(world, { trigger: push, ref: 'refs/heads/release/1.x' })
  expect(added).toContain('- Pull request: #12\n- Title: "Backport"\n')
})

test('of 530 commits, the newest 500 are read, in halves where GitHub fails, and twenty are told', async () => {
  await using world = await createQuickWorld()
  const trigger = await world.github.push(Array.from({ length: 530 }, (_, index) => ({ files: file(`a${index}`) })))
  world.github.faults.add({ path: /graphql$/u, respond: knownFaults.badGateway, times: 1 })
  const { added, result } = await send(world, { trigger })
  expect(listed(added)).toHaveLength(20)
  expect(listed(added)[0]).toContain('"Change src/a529.ts"')
  expect(added).toContain('- Not listed: 480 more commits.\n- Not read: 30 older commits.')
  expect(result.rawSummary).toContain('<summary>Show 20 changes</summary>')
  const sizes = world.github.requestsBy().map(({ body }) => Object(Object(body).variables).ids?.length)
  // Those without a pull request are asked for once more.
  expect(sizes.filter(Boolean)).toEqual([100, 50, 50, ...Array(9).fill(100)])
})

test.each([
  ['refuses it', knownFaults.queryRefused, /`pull-requests: read`/u],
  ['is down', knownFaults.badGateway, /502/u],
])('without the relation to pull requests, nothing is sent: GitHub %s', async (_name, respond, said) => {
  await using world = await createQuickWorld()
  const { push } = await merge(world, 'retries')
  world.github.faults.add({ path: /graphql$/u, respond })
  const { outcome, result } = await send(world, { trigger: push })
  expect([outcome, world.docsService.requests]).toEqual(['error', []])
  expect(result.summary).toMatch(said)
  expect(result.summary).toContain('Nothing was sent to the agent.')
})

test('a push that GitHub can’t compare is skipped, with a notice', async () => {
  await using world = await createQuickWorld()
  const { outcome, result } = await send(world, { trigger: await pushSince(world, 'f'.repeat(40)) })
  expect([outcome, world.docsService.requests]).toEqual(['skipped', []])
  expect(readAnnotations(result, 'notice')).toEqual([expect.stringMatching(/^GitHub couldn't compare f{40} with/u)])
})

describe('what counts', () => {
  const byPaths = '`paths` (`src/**`, `!**/*.ts`) leaves out `src/retries.ts`.'
  test.each<[string, Merged, Step['inputs'], said: string]>([
    ['paths', {}, { paths: 'src/**, !**/*.ts' }, `Left out: 1 by \`paths\`. For example, ${byPaths}`],
    // GraphQL has another name for it.
    ['ignore-authors', { asLogin: 'Copilot' }, { 'ignore-authors': 'Copilot' }, 'Left out: 1 by `ignore-authors`'],
  ])('a push of which nothing is left by %s is skipped, and says why', async (_name, pull, inputs, said) => {
    await using world = await createQuickWorld()
    const { push, number } = await merge(world, 'retries', pull)
    const { outcome, result } = await send(world, { trigger: push, inputs: { ...inputs } })
    expect([outcome, result.conclusion]).toEqual(['skipped', 'success'])
    expect(result.log.shown).toContain(said)
    expect([world.docsService.requests, await readTexts(world, number)]).toEqual([[], []])
  })

  test.each([
    ['the files of a pull request', {}, { paths: 'lib/**' }],
    ['the labels that it has now', { labels: ['no-docs'] }, {}],
  ])('in its own event, %s decide', async (_name, pull, inputs) => {
    await using world = await createQuickWorld()
    const { event, payload } = await world.github.createPullRequest(pull)
    const pull_request = { ...Object(payload['pull_request']), labels: [] }
    const { outcome } = await send(world, { trigger: { event, payload: { ...payload, pull_request } }, inputs })
    expect(outcome).toBe('skipped')
  })

  test('the pull request of a command always counts, with all its files', async () => {
    await using world = await createQuickWorld()
    const { number } = await world.github.createPullRequest({ labels: ['no-docs'], asLogin: 'mintlify[bot]' })
    const trigger = await world.github.comment(number, '/docs Document it.')
    const inputs = { context: 'full', paths: 'lib/**', 'ignore-authors': 'writer' }
    expect((await send(world, { trigger, inputs })).added).toContain('- added src/retries.ts +1 −0')
  })

  test('a list of files that is empty, or that can’t be read, counts; the comment says what is missing', async () => {
    await using world = await createQuickWorld()
    const { github } = world
    const inputs = { paths: 'src/**', context: 'full' }
    const empty = await github.createPullRequest()
    github.listFiles(empty.number, [])
    expect((await send(world, { trigger: empty, inputs })).outcome).toBe('pull-request')
    const unread = await github.createPullRequest()
    const headers = { 'x-accepted-github-permissions': 'pull_requests=read' }
    github.faults.add({ path: /\/app\/pulls\/\d+\/files$/u, respond: { ...knownFaults.notAccessible, headers } })
    const { added, outcome } = await send(world, { trigger: unread, inputs })
    expect([outcome, /Changed files/u.test(added)]).toEqual(['pull-request', false])
    expect(await readTexts(world, unread.number)).toEqual([
      expect.stringMatching(
        /The prompt is incomplete\. Couldn't list the files of.*Add `pull-requests: read` to `permissions:`/u,
      ),
    ])
  })
})
