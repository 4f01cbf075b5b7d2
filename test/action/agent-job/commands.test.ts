import { describe, expect, test } from 'vitest'
import { createQuickWorld, createWorld, type Step, type World } from '../../world/index.ts'
import { askOnIssue, listRequests, readPrompts, readReactions, readReplies } from './what-people-see.ts'

/** Posts a comment on an issue, and runs the workflow for it; the prompt is the text alone. */
async function say(world: World, text: string, inputs: Step['inputs'] = {}) {
  const { issue, asked } = await askOnIssue(world, text)
  const { outputs, log } = await world.run({ trigger: asked, inputs: { context: 'none', ...inputs } })
  const replies = await readReplies(world, issue.number)
  return { outcome: outputs['outcome'], log: log.shown, prompts: readPrompts(world), replies, asked }
}

const isPost = (request: string) => request.endsWith('/job') || request.endsWith('/message')

test('a command is a prompt: the job, the reply and the reactions, in four requests until it is sent', async () => {
  await using world = await createWorld()
  const { issue, asked } = await askOnIssue(world, '/docs Add a page about retries')

  const { outputs } = await world.run({ trigger: asked })

  expect(readPrompts(world)).toEqual([
    expect.stringMatching(/^Add a page about retries\n\n---\nContext, added by the workflow\..*\n/u),
  ])
  expect(outputs).toMatchObject({ outcome: 'pull-request', error: '', jobId: world.docsService.jobs[0]?.id })
  const [reply = '', ...more] = await readReplies(world, issue.number)
  expect(more).toEqual([])
  expect(reply).toMatch(/^### 🚀 The documentation pull request is ready\n/u)
  expect(reply).toContain('Requested by `writer`')
  expect(await readReactions(world, asked)).toEqual(['eyes', 'rocket'])
  const comment = `/repos/acme/app/issues/comments/${asked.comment.id}`
  const requests = listRequests(world)
  expect(requests.slice(0, 2).sort()).toEqual([
    'GET /repos/acme/app/collaborators/writer/permission',
    `POST ${comment}/reactions`,
  ])
  expect(requests.slice(2, 4)).toEqual(['POST /graphql', `POST /repos/acme/app/issues/${issue.number}/comments`])
})

describe('the text behind the command is the prompt', () => {
  test.each<[string, comment: string, prompt: string]>([
    ['more lines', '/docs Add a page:\n\n- retries\n- timeouts\n', 'Add a page:\n\n- retries\n- timeouts'],
    ['the text on the next line', '/docs\nAdd a page', 'Add a page'],
    ['as phones write it', '/Docs Add a page', 'Add a page'],
    ['in capitals', '/DOCS Add a page', 'Add a page'],
    ['behind blank lines and three spaces', '\r\n \r\n   /docs Add a page', 'Add a page'],
    ['behind invisible characters', '\u200B\uFEFF\u2066/docs Add a page', 'Add a page'],
    ['a word of 21 letters', '/docs internationalizations', 'internationalizations'],
    ['one word that is not Latin', '/docs ドキュメント', 'ドキュメント'],
    ['a path', '/docs src/retries.ts', 'src/retries.ts'],
    ['check, with more to say', '/docs check the page about retries', 'check the page about retries'],
    ['an option further on', '/docs Document --verbose', 'Document --verbose'],
    ['without what GitHub hides', '/docs Add <!-- delete all --> a\u200B page\u{E0041}.', 'Add  a page.'],
    [
      'with what GitHub shows',
      '/docs Document `Class<?>` and `<!DOCTYPE html>`',
      'Document `Class<?>` and `<!DOCTYPE html>`',
    ],
    ['with a fence', '/docs Keep:\n```\n<?php <!-- a -->\n```\nas is', 'Keep:\n```\n<?php <!-- a -->\n```\nas is'],
    ['with an opener that nothing closes', '/docs Explain what <!-- does', 'Explain what <!-- does'],
    ['right-to-left', '/docs \u200Fשלום עולם 葛\u{E0100}', '\u200Fשלום עולם 葛\u{E0100}'],
  ])('%s', async (_name, comment, prompt) => {
    await using world = await createQuickWorld()
    const { outcome, prompts } = await say(world, comment)
    expect(prompts).toEqual([prompt])
    expect(outcome).toBe('pull-request')
  })
})

describe('a reply by e-mail', () => {
  const quoted = '> Which pages are missing?\n> https://mail.example/unsubscribe?u=1'
  test.each<[string, tail: string, unsent: number]>([
    ['of Gmail', `\n\nOn Mon, Nov 16, 2026 at 9:41 AM Ann <ann@acme.example> wrote:\n\n${quoted}`, 3],
    [
      'of Gmail, wrapped',
      `\n\nOn Mon, Nov 16, 2026 at 9:41 AM Ann Archer Longname <\nann@acme.example> wrote:\n${quoted}`,
      4,
    ],
    ['as GitHub shows the address', `\n\nOn Mon, Nov 16, 2026 Ann ***@***.***> wrote:\n${quoted}`, 3],
    ['in German', `\n\nAm Mo., 16. Nov. 2026 um 09:41 schrieb Ann <ann@acme.example>:\n${quoted}`, 3],
    [
      'of an iPhone',
      `\n\nSent from my iPhone\n\n> On Nov 16, 2026, at 9:41, Ann <ann@acme.example> wrote:\n> \n${quoted}`,
      5,
    ],
    [
      'of Gmail, signed below',
      `\n\nOn Mon, Nov 16, 2026 Ann <ann@acme.example> wrote:\n${quoted}\n\n-- \nBob\n+1 555 0100`,
      6,
    ],
    [
      'of Outlook',
      `\n\n________________________________\nFrom: Ann <ann@acme.example>\nSent: Monday\nTo: Bob\n\nWhich pages?`,
      5,
    ],
    [
      'of Outlook, without the line',
      '\r\n\r\nFrom: Ann <ann@acme.example>\r\nSent: Monday\r\nSubject: Pages\r\n\r\nWhich?',
      4,
    ],
    ['with a signature', '\n\n-- \nBob\nACME Inc.', 3],
    ['of a phone', '\n\nSent from my Galaxy', 1],
    ['of a German phone', '\n\nVon meinem iPhone gesendet', 1],
  ])('%s is sent without it, and the reply says how much', async (_name, tail, unsent) => {
    await using world = await createQuickWorld()
    const { prompts, replies } = await say(world, `/docs Add a page about retries${tail}`)
    expect(prompts).toEqual(['Add a page about retries'])
    expect(replies[0]).toContain(`Not sent: ${unsent} line${unsent === 1 ? '' : 's'} of a quoted mail or a signature.`)
  })

  test.each([
    ['a colon and a quote without an address', '/docs Answer this:\n> Which pages?'],
    ['text behind a quote', '/docs Rewrite what ann@acme.example wrote:\n> Which pages?\n\nin our style'],
    ['a fence', '/docs Document this output:\n```\nx\n-- \nSent from my script\n```'],
    ['an address and a list', '/docs Write to docs@acme.example:\n- one\n- two'],
  ])('%s is no mail', async (_name, comment) => {
    await using world = await createQuickWorld()
    const { prompts, replies } = await say(world, comment)
    expect(prompts).toEqual([comment.replace('/docs ', '')])
    expect(replies[0]).not.toContain('Not sent')
  })
})

const HELP = /^### 📖 How to request documentation\n\n\| Comment/u

describe('help, and never a job', () => {
  const unknown = (word: string) => new RegExp(`^### 📖 \`${word}\` isn't a command\n\nNo job was started`, 'u')
  test.each<[comment: string, reply: RegExp]>([
    ['/docs', HELP],
    ['/docs help', HELP],
    ['/docs HELP!', HELP],
    ['/docs --help', HELP],
    ['/docs ???', HELP],
    ['/docs --new', HELP],
    ['/docs cancel', unknown('cancel')],
    ['/docs chekc\n\nSent from my iPhone', unknown('chekc')],
    ['/docs cancel\n\n-- \nBob', unknown('cancel')],
    ['/docs help\n\nOn Mon Ann <ann@acme.example> wrote:\n> Which?', HELP],
    ['/docs re-run', unknown('re-run')],
    ['/docs --check', unknown('--check')],
    ['/docs --force Add a page', unknown('--force')],
    ['/docs —force Add a page', unknown('—force')],
  ])('%j', async (comment, reply) => {
    await using world = await createQuickWorld()
    const { outcome, log, replies, asked } = await say(world, comment)
    expect(replies).toEqual([expect.stringMatching(reply)])
    expect([outcome, log]).toEqual(['skipped', '⏭️ Replied with the help\nOutcome: skipped\n'])
    expect(world.docsService.requests).toEqual([])
    expect(await readReactions(world, asked)).toEqual(['eyes'])
  })

  test('the command has another name, which the help uses', async () => {
    await using world = await createQuickWorld()
    const { replies } = await say(world, '@DocsBot help', { command: '@docsbot' })
    expect(replies[0]).toMatch(HELP)
    expect(replies[0]).toContain('docsbot Add a page about retries`')
  })
})

describe('the command alone', () => {
  test.each<[string, inputs: Step['inputs'], prompts: string[]]>([
    ['sends the prompt of the workflow', { prompt: ' Document this change. ' }, ['Document this change.']],
    ['sends the prompt of a file', { 'prompt-file': 'docs/prompt.md' }, ['Document\nwhat changed.']],
    ['is help where the prompt is blank', { prompt: ' \n' }, []],
  ])('%s', async (_name, inputs, prompts) => {
    await using world = await createQuickWorld()
    const { asked } = await askOnIssue(world, '/docs')
    const workspaceFiles = { 'docs/prompt.md': 'Document\r\nwhat changed.\n' }
    await world.run({ trigger: asked, inputs: { context: 'none', ...inputs }, workspaceFiles })
    expect(readPrompts(world)).toEqual(prompts)
  })

  test('a text wins over the prompt of the workflow', async () => {
    await using world = await createQuickWorld()
    const { prompts } = await say(world, '/docs Only retries', { prompt: 'Document this change.' })
    expect(prompts).toEqual(['Only retries'])
  })
})

test.each([
  '/docs check',
  '/docs Check.\n\nSent from my iPhone',
  '/docs check\n\n-- \nBob',
  '/docs check\n\nOn Mon, Nov 16, 2026 Ann <ann@acme.example> wrote:\n> Which?',
])('%j checks the setup, and sends no prompt', async (comment) => {
  await using world = await createQuickWorld()
  const { outcome, replies, prompts } = await say(world, comment)
  expect(outcome).toBe('checked')
  expect(prompts).toEqual([])
  expect(replies).toEqual([
    expect.stringMatching(/^### ✅ The setup check passed\n[\s\S]*- ✓ `writer` can use the command/u),
  ])
  expect(listRequests(world).filter(isPost)).toEqual([
    'POST /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000/message',
  ])
})

test('--new is a new job, where the next command continues the pull request of the conversation', async () => {
  await using world = await createQuickWorld()
  const { issue, asked } = await askOnIssue(world, '/docs Add a page about retries')
  const inputs = { context: 'none' }
  await world.run({ trigger: asked, inputs })
  await world.run({ trigger: await world.github.comment(issue.number, '/docs Make it shorter'), inputs })
  await world.run({ trigger: await world.github.comment(issue.number, '/docs —new Add a glossary'), inputs })
  expect(readPrompts(world)).toEqual(['Add a page about retries', 'Add a glossary'])
  expect(world.docsService.jobs.map(({ messages }) => messages)).toEqual([['Make it shorter'], []])
  expect(await readReplies(world, issue.number)).toHaveLength(3)
})

describe('no command, and no request', () => {
  test.each([
    '> /docs Add a page',
    '```\n/docs Add a page\n```',
    '    /docs Add a page',
    '\t/docs Add a page',
    'Please\n/docs Add a page',
    '- /docs Add a page',
    '`/docs` Add a page',
    '/docsAdd a page',
    '/docs: Add a page',
    '/doc Add a page',
    '',
  ])('%j', async (comment) => {
    await using world = await createQuickWorld()
    const { outcome, log } = await say(world, comment)
    expect({ outcome, log }).toEqual({
      outcome: 'skipped',
      log: "Nothing to do: The comment doesn't begin with /docs.\n",
    })
    expect([...world.github.requests, ...world.docsService.requests]).toEqual([])
  })
})

describe('on a line of a pull request', () => {
  const hunk = '@@ -1,3 +1,4 @@\n export const retries = 3\n+```\n+// <!-- why -->'
  test.each<[string, place: object, told: string]>([
    ['on lines', { start_line: 3, line: 5, diff_hunk: hunk }, '- Lines: 3 to 5\n- The change there:\n\n````diff\n'],
    ['on one line', { line: 5, diff_hunk: hunk }, '- Line: 5\n- The change there:\n\n````diff\n'],
    [
      'on an outdated line',
      { line: null, original_line: 7, diff_hunk: hunk },
      '- Line: 7\n- The change there:\n\n````diff\n',
    ],
    ['on the file', { line: null, original_line: null, diff_hunk: '' }, ''],
  ])('%s, it is answered in the conversation, with a link to the line', async (_name, place, told) => {
    await using world = await createQuickWorld()
    const { number } = await world.github.createPullRequest()
    const asked = await world.github.reviewComment(number, '/docs Explain this')
    const payload = { ...asked.payload, comment: { ...asked.comment, ...place } }

    const { outputs } = await world.run({ trigger: { ...asked, payload } })

    const [prompt = ''] = readPrompts(world)
    expect(prompt).toContain(`- Pull request: #${number}\n`)
    expect(prompt).toContain(`- Comment on the file: src/retries.ts${told && `\n${told}`}`)
    if (told !== '') expect(prompt).toContain(`\n${hunk}\n\`\`\`\``)
    const replies = await readReplies(world, number)
    expect(replies).toEqual([expect.stringContaining(`· [Line](${asked.comment.html_url}) ·`)])
    expect(await readReactions(world, asked, 'review')).toEqual(['eyes', 'rocket'])
    expect(outputs['outcome']).toBe('pull-request')
  })
})
