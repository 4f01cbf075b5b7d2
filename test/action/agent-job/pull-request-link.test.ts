import { describe, expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { askOnIssue, readReports } from './conversation.ts'

// Which links are safe is a table of unit tests (`unit/untrusted/safe-url.test.ts`); here is what becomes of either kind.

/** Runs a job that ends at once with this link. */
async function runWithLink(prLink: string) {
  await using world = await createWorldInProcess()
  const { issue, asked } = await askOnIssue(world)
  world.docsService.nextJob({ terminalOnCreate: true, prLink })
  const result = await world.run({ trigger: asked, post: false })
  const [comment = ''] = await readReports(world, issue.number)
  return { result, comment }
}

describe.concurrent('the link of a pull request', () => {
  test('a link that is safe to show is in the outputs, the comment and the summary', async () => {
    const prLink = 'https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1'

    const { result, comment } = await runWithLink(prLink)

    expect(result.outputs).toMatchObject({ outcome: 'pull-request', prLink, prNumber: '3' })
    expect(JSON.parse(result.outputs['job'] ?? '')).toMatchObject({ prLink })
    expect(comment).toContain(`](${prLink})`)
    expect(result.summary).toContain(`](${prLink})`)
    expect(result.annotations).toEqual([])
  })

  test('a link that is not safe to show is left out, with a warning', async () => {
    const { result, comment } = await runWithLink(
      'https://github.com@evil.example/acme/docs/pull/1\n::set-output name=outcome::error',
    )

    const outcome = 'no-pull-request'
    expect(result.outputs).toMatchObject({ outcome, status: 'completed', prLink: '', prNumber: '' })
    expect(JSON.parse(result.outputs['job'] ?? '')).toMatchObject({ prLink: null })
    expect(result.annotations.map(({ level }) => level)).toEqual(['warning'])
    for (const shown of [comment, result.summary, result.log.shown, JSON.stringify(result.outputs)])
      expect(shown).not.toMatch(/evil\.example|set-output|pull\/1/)
    expect(result.conclusion).toBe('success')
  })
})
