import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../../world/index.ts'
import { askOnIssue, readErrors, readPrompts } from './conversation.ts'

// Which files are refused, one by one: `unit/agent-job/request/prompt-file.test.ts`.

test('prompt-file is read from the workspace, and refused before anything is sent where it is missing', async () => {
  await using world = await createWorld()
  const workspace = await mkdtemp(join(tmpdir(), 'prompt-file-'))
  await writeFile(join(workspace, 'release.md'), 'Explain what is new.\r\n')
  const environment = { GITHUB_WORKSPACE: workspace }
  const inputs = { context: 'none', wait: false, 'prompt-file': 'release.md' }
  const { asked } = await askOnIssue(world, '/docs')

  const refused = await world.run({
    trigger: asked,
    inputs: { ...inputs, 'prompt-file': 'missing.md' },
    environment,
  })

  expect(refused.outputs['outcome']).toBe('error')
  expect(readErrors(refused).join('\n')).toContain('prompt-file: "missing.md" was given; allowed: ')
  expect(world.docsService.requests).toEqual([])

  await world.run({ inputs, environment })
  expect(readPrompts(world)).toEqual(['Explain what is new.'])
  await rm(workspace, { recursive: true })
})
