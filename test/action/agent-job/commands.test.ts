import { expect, test } from 'vitest'
import { createQuickWorld, createWorld, type Step } from '../../world/index.ts'
import { COMMAND, createStory, listOurs, readMarker, readPrompts, readTexts, watchWrites } from './story.ts'

// `test/unit/agent-job/command.test.ts` has what is a command, and which text and which mail it has.

test('a command from its reaction to its reply: every write, output and line', async () => {
  await using world = await createWorld()
  const { github, docsService } = world
  const { number } = await github.createIssue()
  const asked = await github.comment(number, COMMAND)
  docsService.nextJob({ id: 'job-17' })
  const writes = watchWrites(world)
  const { onRequest } = docsService
  const seen: { last: string | undefined; body: string | undefined }[] = []
  docsService.onRequest = async (request) => {
    await onRequest?.(request)
    const { method, path } = github.requests.at(-1) ?? {}
    const [comment] = await listOurs(world, number)
    seen.push({ last: `${method} ${path}`, body: comment?.body })
  }

  const { outputs, conclusion, summary, log } = await world.run({ trigger: asked })

  const [reply, ...others] = await listOurs(world, number)
  const prLink = `${github.serverUrl}/acme/docs/pull/1`
  expect([outputs, conclusion]).toEqual([
    {
      prLink,
      status: 'completed',
      outcome: 'pull-request',
      jobId: 'job-17',
      prNumber: '1',
      commentUrl: reply?.html_url,
      job: expect.stringMatching(/^\{"id":"job-17","status":"completed",.*\}$/u),
      error: '',
    },
    'success',
  ])
  expect(readPrompts(world)).toEqual([
    expect.stringMatching(/^explain the retries option\n\n---\nContext, added by the workflow\..*\n/u),
  ])

  // The comment is posted right before the prompt, and notes the job before anything else.
  const [sent, look] = seen
  const known = { request: `comment ${asked.comment.id}`, attempt: 1, project: 'docs-project' }
  const step = expect.stringMatching(/^[\da-f]{16}$/u)
  expect(sent?.last).toBe('POST /repos/acme/app/issues/1/comments')
  expect(readMarker(sent?.body)).toEqual({ ...known, step, state: 'sending' })
  expect(sent?.body).toContain('### ⏳ The prompt is on its way to the agent')
  expect(look?.last).toMatch(/^PATCH /u)
  expect(readMarker(look?.body)).toEqual({ ...known, step, state: 'job', job: 'job-17' })
  expect(look?.body).toContain('If the run ends and no result appears here, re-run the job.')
  // A new write is a case of `kill.test.ts` and `cancel.test.ts`, too.
  const result = ['create job', 'edit comment', 'post comment', 'delete comment', 'react rocket']
  expect(writes).toEqual(['react eyes', 'post comment', ...result])
  expect([readMarker(reply?.body), others]).toEqual([readMarker(look?.body), []])

  const [text] = await readTexts(world, number)
  expect(text).toMatch(
    /^### 🚀 The documentation pull request is ready\n\n\*\*\[Document .*\]\(.*\/pull\/1\)\*\* acme\/docs/u,
  )
  expect(text).toMatch(/\| File \| Lines \|[\s\S]*Requested by `writer`/u)
  expect(summary).toContain('### 🚀 The documentation pull request is ready')
  expect(log.shown).toContain('Job: job-17\n')
  expect(log.shown).toContain(`Pull request: ${prLink}\nOutcome: pull-request\n`)
})

const HELP = /^### 📖 How to request documentation\n\n\| Comment/u
const unknown = (word: string, kind = 'a command') =>
  new RegExp(`^### 📖 \`${word}\` isn't ${kind}\n\nNo job was started`, 'u')

test.each<[comment: string, reply: RegExp, inputs?: Step['inputs']]>([
  ['/docs help', HELP],
  ['/docs', HELP, { prompt: ' \n' }],
  ['/docs chekc\n\nSent from my iPhone', unknown('chekc')],
  ['/docs --force Add a page', unknown('--force', 'an option')],
  ['@DocsBot help', /docsbot Add a page about retries`/u, { command: '@docsbot' }],
  ['/docs cancel', unknown('cancel'), { 'api-key': '', timeout: 'soon' }],
])('%j is answered with the help, and never a job', async (comment, reply, inputs = {}) => {
  await using story = await createStory(comment, { isQuick: true })
  const { outputs, log } = await story.run({ inputs: { ...inputs } })
  if (inputs['prompt'] === undefined) expect(log.shown).toBe('⏭️ The comment asks for help\nOutcome: skipped\n')
  expect([outputs['outcome'], await story.texts()]).toEqual(['skipped', [expect.stringMatching(reply)]])
  expect(story.world.docsService.requests).toEqual([])
  expect(await story.reactions()).toEqual(['eyes'])
})

const PHONE = '\n\nSent from my Galaxy'
const GMAIL =
  '\n\nOn Mon, Nov 16, 2026 Ann <ann@acme.example> wrote:\n\n> Which?\n> https://mail.example/unsubscribe?u=1'

test.each<[string, comment: string, prompt: string, said?: string, inputs?: Step['inputs']]>([
  ['lines', '/Docs Add a page:\n\n- retries\n- timeouts\n', 'Add a page:\n\n- retries\n- timeouts'],
  ['text without what GitHub hides', '/docs Add <!-- all --> a\u200B page\u{E0041}.', 'Add  a page.'],
  ['text with what GitHub shows', '/docs Keep `<!-- a -->`:\n```\n<?php\n```', 'Keep `<!-- a -->`:\n```\n<?php\n```'],
  ['a phone', `/docs Add a page${PHONE}`, 'Add a page', 'Not sent: 1 line of quoted mail or a signature.'],
  ['a mail', `/docs Add a page${GMAIL}`, 'Add a page', 'Not sent: 3 lines of quoted mail or a signature.'],
  ['no text', '/docs', 'Document this change.', '', { prompt: ' Document this change. ' }],
  ['no text, with a file', '/docs', 'Document\nwhat changed.', '', { 'prompt-file': 'docs/prompt.md' }],
  ['text, which wins over the workflow', '/docs Only retries', 'Only retries', '', { prompt: 'Document this.' }],
])('a command with %s sends it as the prompt', async (_name, comment, prompt, said = '', inputs = {}) => {
  await using story = await createStory(comment, { isQuick: true })
  const workspaceFiles = { 'docs/prompt.md': 'Document\r\nwhat changed.\n' }
  await story.run({ inputs: { context: 'none', ...inputs }, workspaceFiles })
  expect(readPrompts(story.world)).toEqual([prompt])
  const [reply] = await story.texts()
  expect(reply).toContain(said)
  if (said === '') expect(reply).not.toContain('Not sent')
})

test('on lines of a pull request, it is answered in the conversation, with a link to the line', async () => {
  await using world = await createQuickWorld()
  const { number } = await world.github.createPullRequest()
  const asked = await world.github.reviewComment(number, '/docs Explain this')
  const hunk = '@@ -1,3 +1,4 @@\n export const retries = 3\n+```\n+// <!-- why -->'
  const place = { start_line: 3, line: null, original_line: 5, diff_hunk: hunk }
  const payload = { ...asked.payload, comment: { ...asked.comment, ...place } }

  const { outputs } = await world.run({ trigger: { ...asked, payload } })

  expect(readPrompts(world)).toEqual([
    expect.stringMatching(new RegExp(`- Pull request: #${number}\n[\\s\\S]*- Comment on the file: src/retries.ts\n`)),
  ])
  expect(readPrompts(world)[0]).toContain(`\n- Lines: 3 to 5\n- Diff at this place:\n\n\`\`\`\`diff\n${hunk}\n\`\`\`\``)
  expect(await readTexts(world, number)).toEqual([expect.stringContaining(`· [Line](${asked.comment.html_url}) ·`)])
  const reactions = await world.github.reactionsOf(asked.comment.id, 'review')
  expect(reactions.map(({ content }) => content)).toEqual(['eyes', 'rocket'])
  expect(outputs['outcome']).toBe('pull-request')
})
