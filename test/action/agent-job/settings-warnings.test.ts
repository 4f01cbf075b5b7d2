import { expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { askOnIssue } from './conversation.ts'

const byHand = { prompt: 'Explain it.' }

test.for([
  ['a key of an assistant', 'This may be the wrong key', { ...byHand, 'api-key': 'mint_dsc_0123456789' }],
  ['minimum-permission: read in public', 'Anyone can start jobs', { 'minimum-permission': 'read' }],
  ['since on a comment', '`since` is ignored', { since: '7d' }],
  [
    'issue-number without a token',
    'Nothing is reported in the thread',
    { ...byHand, 'issue-number': 1, 'github-token': '' },
  ],
] as const)('%s is allowed and probably not meant, which is said', async ([, title, inputs]) => {
  const apiKey = 'api-key' in inputs ? inputs['api-key'] : 'mint_admin'
  await using world = await createWorldInProcess({ docsService: { apiKey } })
  const { asked } = await askOnIssue(world, '/docs explain it', 'since' in inputs ? 'writer' : 'reader')

  const { outputs, annotations } = await world.run({
    inputs,
    ...(!('prompt' in inputs) && { trigger: asked }),
  })

  expect(outputs['outcome']).toBe('pull-request')
  expect(annotations.map(({ level, properties }) => [level, properties['title']])).toEqual([
    ['since' in inputs ? 'notice' : 'warning', title],
  ])
})
