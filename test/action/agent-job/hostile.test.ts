import { expect, test } from 'vitest'
import type { Step, World } from '../../world/index.ts'
import { answer, BOT, COMMAND, createStory, PROMPT } from './story.ts'

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

/** Where others write; gives the step that reads it. */
const places: Record<string, (world: World, number: number) => Promise<Step>> = {
  async 'the title of the issue'({ github }) {
    const { number } = await github.createIssue({ title: HOSTILE, body: HOSTILE })
    return { trigger: await github.comment(number, COMMAND) }
  },
  async 'what was merged'({ github }, number) {
    const before = github.tipOf()
    const pull = await github.createPullRequest({ title: HOSTILE, files: { [HOSTILE.replaceAll('/', '|')]: 'x\n' } })
    await github.merge(pull.number, 'squash')
    const { event, payload } = await github.push([{ files: { 'src/a.ts': 'x\n' }, message: HOSTILE }])
    const inputs = { ...PROMPT, context: 'full', 'issue-number': number }
    return { trigger: { event, payload: { ...payload, before } }, inputs }
  },
  async 'a status and the fields of a job'({ docsService }) {
    docsService.nextJob({ fields: { status: HOSTILE, model: HOSTILE }, endsAs: 'never' })
    return { inputs: { timeout: '30s', 'poll-interval': '10s', ...PROMPT } }
  },
  async 'the words of the service'({ docsService }) {
    docsService.faults.add({ operation: 'create-job', respond: answer(400, { error: HOSTILE }) })
    return {}
  },
  async 'the words of GitHub'({ github }) {
    const body = { message: HOSTILE }
    github.faults.add({ path: /acme\/docs\/pulls\/1$/, login: BOT, respond: { status: 404, body } })
    github.faults.add({ method: 'PATCH', respond: { status: 422, body } })
    return {}
  },
  async 'the title and the files of the documentation pull request'({ github, docsService }) {
    const { html_url } = await github.createPullRequest({ title: HOSTILE }, 'acme/docs')
    docsService.nextJob({ prLink: html_url })
    const urls = { blob_url: html_url, raw_url: html_url, contents_url: html_url }
    const lines = { additions: 1, deletions: 0, changes: 1 }
    const file = { filename: HOSTILE, sha: '0'.repeat(40), status: 'added', ...lines, ...urls }
    github.faults.add({ path: /pulls\/1\/files$/, login: BOT, respond: { status: 200, body: [file] } })
    return {}
  },
  async 'the login of who comments'({ github }, number) {
    const asked = await github.comment(number, COMMAND)
    const sender = { login: 'writer`\n::error::forged @maintainer', id: 1, type: 'User' }
    const payload = { ...asked.payload, comment: { ...asked.comment, user: sender }, sender }
    return { trigger: { event: asked.event, payload }, actor: 'writer' }
  },
}

test.each(Object.entries(places))('hostile text in %s stays text', async (_, prepare) => {
  await using story = await createStory()
  const { world } = story
  const step = await prepare(world, story.number)
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
