import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import { askOnIssue, readPrompts, readReactions, readReports, readRequests } from './conversation.ts'

// How comments are read, value by value: `unit/agent-job/request/command.test.ts` and `unit/untrusted/hidden-text.test.ts`, and what
// they ask for: `request.test.ts` and `nothing-to-do.test.ts` there. Here is what follows.

/** The text and nothing else, and no wait for what becomes of it. */
const asIs = { context: 'none', wait: false }

/** Outcome and prompt of a comment on an issue. */
async function comment(world: World, text: string, inputs: Record<string, string | boolean> = {}) {
  const { issue, asked } = await askOnIssue(world, text)
  const result = await world.run({ trigger: asked, inputs: { ...asIs, ...inputs }, post: false })
  return { issue, asked, result, outcome: result.outputs['outcome'], prompt: readPrompts(world).at(-1) }
}

describe.concurrent('a comment with the command', () => {
  test('a command may be in a comment on a line of a pull request, and brings file, line and change', async () => {
    await using world = await createWorld()
    const pull = await world.github.createPullRequest({ files: { 'src/a.ts': 'one\n' } })
    const asked = await world.github.reviewComment(pull.number, '/docs say why it is five')
    const { comment } = asked.payload as { comment: Record<string, unknown> }
    Object.assign(comment, { path: 'src/a.ts', line: 1, start_line: null, diff_hunk: '@@ -0,0 +1 @@\n+one' })

    const result = await world.run({ trigger: asked, inputs: { wait: false } })

    expect(result.outputs['outcome']).toBe('submitted')
    expect(readPrompts(world)).toEqual([expect.stringMatching(/^say why it is five\n/)])
    expect(readPrompts(world)[0]).toContain(
      '- Comment on the file: src/a.ts\n- Line: 1\n- Side: RIGHT (after the change)\n- The change there:\n\n```diff\n@@ -0,0 +1 @@\n+one\n```',
    )
    expect(await readReactions(world, asked, 'review')).toEqual(['eyes', 'rocket'])
    expect(await readReports(world, pull.number)).toHaveLength(1)
  })

  test('a command that asks for help is answered with help, whose example works', async () => {
    await using world = await createWorldInProcess()

    const { issue, outcome, result } = await comment(world, '/docs help', { prompt: 'Check the changelog.' })

    expect(outcome).toBe('skipped')
    const [help = '', ...more] = await readReports(world, issue.number)
    expect(help).toMatch(/^### .*\n\nStart a comment with `\/docs`/)
    expect(more).toEqual([])
    expect(result.outputs['commentUrl']).toContain('#issuecomment-')
    expect(world.docsService.requests).toEqual([])
    const [, example = ''] = /For example: `(.*)`/.exec(help) ?? []
    expect(await comment(world, example)).toMatchObject({
      outcome: 'submitted',
      prompt: expect.stringMatching(/^Add a page/),
    })
  })
})

describe.concurrent('no network request at all is made for', () => {
  test('a comment without the command, even with wrong inputs and no key', async () => {
    await using world = await createWorldInProcess()

    const { asked: trigger } = await askOnIssue(world, 'Try /docs add a page')
    const inputs = { 'api-key': '', timeout: 'soon', prompt: 'Not this one.' }
    const result = await world.run({ trigger, inputs })

    expect([result.outputs['outcome'], result.conclusion]).toEqual(['skipped', 'success'])
    expect(result.log.shown).toContain('Nothing to do: ')
    expect(readRequests(world)).toEqual([])
  })

  test('events about comments and reviews that are not read, which say so', async () => {
    await using world = await createWorld()
    const text = JSON.stringify({ action: 'created', comment: { id: 1, body: '/docs add a page' } })
    const trigger = { event: 'discussion_comment', text }
    const inputs = { ...asIs, prompt: 'Check the changelog.' }

    const result = await world.run({ trigger, inputs })
    const withoutCommand = await world.run({ trigger, inputs: { ...inputs, command: '' } })

    expect(result.outputs['outcome']).toBe('skipped')
    expect(result.annotations).toMatchObject([{ level: 'notice', message: /discussion_comment/ }])
    expect(withoutCommand.outputs['outcome']).toBe('submitted')
    expect(readRequests(world)).toEqual([expect.stringMatching(/^POST .*\/job$/)])
  })
})

test('with an empty command, every new comment starts the prompt of the workflow, for those who may', async () => {
  await using world = await createWorldInProcess()
  const inputs = { command: '', prompt: ' Check the changelog. ' }

  const byWriter = await comment(world, 'Done.', inputs)
  const { asked } = await askOnIssue(world, 'Done.', 'reader')
  const byReader = await world.run({ trigger: asked, inputs: { ...asIs, ...inputs } })

  expect(byWriter).toMatchObject({ outcome: 'submitted', prompt: 'Check the changelog.' })
  expect(byReader.outputs['outcome']).toBe('denied')
  expect(readPrompts(world)).toHaveLength(1)
})
