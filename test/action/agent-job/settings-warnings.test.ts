import { describe, expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { askOnIssue } from './conversation.ts'

describe('a setting that is allowed and probably not meant', () => {
  test('minimum-permission: read on a public repository warns that anybody may', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain it', 'reader')
    const { outputs, annotations } = await world.run({
      trigger: asked,
      inputs: { 'minimum-permission': 'read' },
    })
    expect(outputs['outcome']).toBe('pull-request')
    expect(annotations.map(({ properties }) => properties['title'])).toContain('Anyone may start jobs')
  })

  test('issue-number without a token warns that nothing is reported', async () => {
    await using world = await createWorldInProcess()
    const issue = await world.github.createIssue()
    const inputs = { prompt: 'Do it.', 'issue-number': String(issue.number), 'github-token': '' }
    const { outputs, annotations } = await world.run({ inputs })
    expect(outputs['outcome']).toBe('pull-request')
    const titles = annotations.map(({ properties }) => properties['title'])
    expect(titles).toContain('Nothing is reported in the thread')
  })
})
