import { describe, expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'

// Which links are safe is a table of unit tests (`unit/untrusted/safe-url.test.ts`); here is what becomes of either kind.

/** Runs a job that ends at once with this link. */
async function runWithLink(prLink: string) {
  await using world = await createWorldInProcess()
  const issue = await world.github.createIssue()
  const trigger = await world.github.comment(issue.number, '/docs explain the retries option', 'writer')
  world.docsService.nextJob({ terminalOnCreate: true, prLink })
  const result = await world.run({ trigger, post: false })
  const [, comment] = await world.github.commentsOf(issue.number)
  return { result, comment: comment?.body ?? '' }
}

describe.concurrent('a link that is safe to show', () => {
  test.each([
    ['https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1', '3'],
    ['https://github.com/acme/docs', ''],
  ])('a link that is safe is in the outputs, the comment and the summary: %s', async (prLink, prNumber) => {
    const { result, comment } = await runWithLink(prLink)

    expect(result.outputs).toMatchObject({ outcome: 'pull-request', prLink, prNumber })
    expect(JSON.parse(result.outputs['job'] ?? '')).toMatchObject({ prLink })
    expect(comment).toContain(`](${prLink})`)
    expect(result.summary).toContain(`](${prLink})`)
    expect(result.annotations).toEqual([])
  })
})

describe.concurrent('a link that is not safe to show is left out, with a warning', () => {
  test.each([
    'javascript:alert(1)',
    'https://github.com@evil.example/acme/docs/pull/1',
    'https://github.com/acme/docs/pull/1\n::set-output name=outcome::error',
  ])('a link that is not safe to show is left out, with a warning: %j', async (prLink) => {
    const { result, comment } = await runWithLink(prLink)

    const outcome = 'no-pull-request'
    expect(result.outputs).toMatchObject({ outcome, status: 'completed', prLink: '', prNumber: '' })
    expect(JSON.parse(result.outputs['job'] ?? '')).toMatchObject({ prLink: null })
    expect(result.annotations.map(({ level }) => level)).toEqual(['warning'])
    for (const shown of [comment, result.summary, result.log.shown, JSON.stringify(result.outputs)])
      for (const word of ['evil.example', 'javascript:', 'data:text', 'secret@', '@everyone', 'pull/1'])
        expect(shown).not.toContain(word)
    expect(result.conclusion).toBe('success')
  })
})
