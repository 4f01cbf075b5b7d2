import { describe, expect, test } from 'vitest'
import { TRICKS } from '../../../fuzz/hostile-text.ts'
import { checkTracesOf, createHostileWorld } from '../../traces.ts'
import { askOnIssue, readPrompts } from '../conversation.ts'

/** All tricks at once, each on a line of its own and in the middle of one. */
const everything = join(TRICKS)

/** A comment with what looks like our marker is taken for one of ours, and left unchanged. */
const everythingForComments = join(TRICKS.filter((trick) => !trick.includes('docs-agent-job')))

function join(tricks: readonly string[]): string {
  return tricks.flatMap((trick) => [trick, `text ${trick} text`]).join('\n')
}

describe.concurrent('texts of strangers do nothing', () => {
  test('hostile text in a comment, a title, a description, file names and the ID of a job does nothing', async () => {
    await using world = await createHostileWorld()
    const text = { title: everything.replaceAll('\0', ''), body: everything }
    const pull = await world.github.createPullRequest({ ...text, files: { 'a.ts': 'a' } })
    const files = TRICKS.map((filename) => ({ filename }))
    world.github.faults.add({ path: /\/files$/u, respond: { status: 200, body: files } })
    const asked = await world.github.comment(pull.number, `/docs ${everythingForComments}`, 'writer')
    const id = '::error::x@octocat`<b>`|##[error]../..'
    world.docsService.nextJob({ id })

    const result = await world.run({ trigger: asked, inputs: { context: 'full' } })

    expect(result.outputs).toMatchObject({ outcome: 'pull-request', jobId: id })
    expect(result.groups).toEqual(['Prompt'])
    const [, added = ''] = readPrompts(world)[0]?.split('- Changed files:') ?? []
    expect(added).toContain('::error::owned')
    await checkTracesOf(world, result, [pull.number])
  })

  test('hostile text in every field of a job does nothing', async () => {
    await using world = await createHostileWorld()
    const { issue, asked } = await askOnIssue(world)
    const names = ['prLink', 'model', 'createdAt', 'archivedAt', 'extra']
    const fields = Object.fromEntries(names.map((name) => [name, everything]))
    world.docsService.nextJob({ fields: { ...fields, source: { repository: everything, ref: everything } } })

    const result = await world.run({ trigger: asked })

    expect(result.outputs).toMatchObject({ status: 'completed', prLink: '', prNumber: '' })
    await checkTracesOf(world, result, [issue.number])
  })

  test('hostile text in an answer of GitHub does nothing', async () => {
    await using world = await createHostileWorld()
    const { issue, asked } = await askOnIssue(world)
    const body = { message: everything, id: 9, html_url: `https://github.com/${everything}`, body: everything }
    world.github.faults.add({ method: 'POST', path: /\/comments$/u, respond: { status: 201, body } })
    world.github.faults.add({ method: 'PATCH', respond: { status: 422, body } })

    const result = await world.run({ trigger: asked })

    // The list of the thread's comments doesn't show what GitHub has answered.
    expect(result.outputs).toMatchObject({ outcome: 'unavailable', commentUrl: '' })
    expect(world.docsService.requests).toEqual([])
    await checkTracesOf(world, result, [issue.number])
  })
})
