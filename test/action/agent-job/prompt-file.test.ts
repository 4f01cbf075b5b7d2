import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { askOnIssue, readErrors, readPrompts, readRequests } from './conversation.ts'

/** A workspace beside a file outside of it, with links between them. */
let folder: string
let workspace: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompt-file-'))
  workspace = join(folder, 'workspace')
  await mkdir(join(workspace, 'prompts'), { recursive: true })
  await writeFile(join(folder, 'outside.md'), 'OUTSIDE')
  await writeFile(join(workspace, 'prompts/release.md'), 'Explain what is new.')
  await symlink(join(workspace, 'prompts/release.md'), join(workspace, 'link-inside.md'))
  await symlink(join(folder, 'outside.md'), join(workspace, 'link-out.md'))
  await symlink(folder, join(workspace, 'folder-out'))
  await symlink('round.md', join(workspace, 'round.md'))
})
afterAll(() => rm(folder, { recursive: true }))

async function runWith(promptFile: string, inputs: Record<string, string> = {}) {
  await using world = await createWorldInProcess()
  const result = await world.run({
    inputs: { context: 'none', wait: false, 'prompt-file': promptFile, ...inputs },
    environment: { GITHUB_WORKSPACE: workspace },
    post: false,
  })
  const requests = readRequests(world)
  return { result, prompts: readPrompts(world), requests, error: readErrors(result).join('\n') }
}

describe.concurrent('prompt-file', () => {
  test.for(['prompts/release.md', './prompts/../prompts/release.md', 'link-inside.md'])(
    'the prompt file %s is read from the workspace',
    async (path) => {
      expect((await runWith(path)).prompts).toEqual(['Explain what is new.'])
    },
  )

  test('prompt-file may be an absolute path in the workspace', async () => {
    expect((await runWith(join(workspace, 'prompts/release.md'))).prompts).toEqual(['Explain what is new.'])
  })

  test.for([
    ['../outside.md', 'a file inside the workspace'],
    ['/etc/hostname', 'a file inside the workspace'],
    ['link-out.md', 'a file inside the workspace'],
    ['folder-out/outside.md', 'a file inside the workspace'],
    ['missing.md', 'did a checkout step run before?'],
    ['round.md', 'a readable UTF-8 file in the workspace'],
    ['prompts', 'a readable UTF-8 file in the workspace'],
    ['prompts/release.md/x', 'a readable UTF-8 file in the workspace'],
  ])('the prompt file %s is refused, and nothing is sent', async ([path = '', allowed = '']) => {
    const { result, requests, error } = await runWith(path)

    expect(result.outputs['outcome']).toBe('error')
    expect(error).toContain(`prompt-file: "${path}" was given; allowed: `)
    expect(error).toContain(allowed)
    expect(JSON.stringify([result.log.shown, result.summary])).not.toContain('OUTSIDE')
    expect(requests).toEqual([])
  })

  test('prompt-file and prompt together are refused, and reported once', async () => {
    const { requests, error } = await runWith('missing.md', { prompt: 'Explain this.' })

    expect(error.match(/^- prompt-file: .*$/gm)).toEqual([
      expect.stringMatching(/"missing.md" was given; allowed: nothing while `prompt` is set as well/),
    ])
    expect(requests).toEqual([])
  })

  test('a refused prompt-file stops a command too, before any request', async () => {
    await using world = await createWorld()
    const { asked } = await askOnIssue(world, '/docs')

    const { outputs } = await world.run({ trigger: asked, inputs: { 'prompt-file': 'missing.md' } })

    expect(outputs['outcome']).toBe('error')
    expect(readRequests(world)).toEqual([])
  })
})
