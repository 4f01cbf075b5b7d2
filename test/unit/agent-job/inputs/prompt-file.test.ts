import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPromptInput } from '../../../../src/agent-job/inputs/prompt-file.ts'
import type { InputReader } from '../../../../src/runner/inputs.ts'

/** A workspace beside a file outside of it, with links between them. */
let folder: string
let workspace: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prompt-file-'))
  workspace = join(folder, 'workspace')
  mkdirSync(join(workspace, 'prompts'), { recursive: true })
  writeFileSync(join(folder, 'outside.md'), 'OUTSIDE')
  const files = {
    'prompts/release.md': 'Explain what is new.',
    '..hidden.md': 'Explain what is new.',
    'windows.md': '\uFEFF One.\r\n\r\nTwo.\rThree.\r\n',
    'empty.md': ' \r\n',
    'full.md': 'x'.repeat(1024 * 1024),
    'large.md': 'x'.repeat(1024 * 1024 + 1),
    'utf-16le.md': Buffer.from('\uFEFF日本', 'utf16le'),
    'utf-16-without-mark.md': Buffer.from('One.', 'utf16le'),
    'latin-1.md': Buffer.from('Für alle.', 'latin1'),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(workspace, name), content)
  symlinkSync(join(workspace, 'prompts/release.md'), join(workspace, 'link-inside.md'))
  symlinkSync(join(folder, 'outside.md'), join(workspace, 'link-out.md'))
  symlinkSync(folder, join(workspace, 'folder-out'))
  symlinkSync('round.md', join(workspace, 'round.md'))
  execFileSync('mkfifo', [join(workspace, 'pipe.md')])
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads the prompt of inputs. `refused`: what is wrong with them, such as `prompt-file: a file`. */
function read(inputs: Record<string, string>, { jobId = '', eventName = 'push' } = {}) {
  const refused: string[] = []
  const reader: Pick<InputReader, 'text' | 'refuse'> = {
    text: (name) => inputs[name] ?? '',
    refuse: (name, _given, instruction) => void refused.push(`${name}: ${instruction}`),
  }
  const trigger = { eventName }
  return { prompt: readPromptInput(reader as InputReader, { jobId, trigger, workspace }), refused }
}

test('a prompt file is read from the workspace', () => {
  for (const path of ['prompts/release.md', './prompts/../prompts/release.md', 'link-inside.md', '..hidden.md'])
    for (const file of [path, join(workspace, path)])
      expect(read({ 'prompt-file': file }), file).toEqual({ prompt: 'Explain what is new.', refused: [] })
})

test('a prompt file may be written on Windows, and be a mebibyte long', () => {
  expect(read({ 'prompt-file': 'windows.md' })).toEqual({ prompt: 'One.\n\nTwo.\nThree.', refused: [] })
  expect(read({ 'prompt-file': 'full.md' }).prompt).toHaveLength(1024 * 1024)
})

test.each([
  ['of a file inside the workspace', ['../outside.md', '/etc/hostname', 'link-out.md', 'folder-out/outside.md', '..']],
  ['checkout step runs first', ['missing.md', 'round.md', 'prompts/release.md/x']],
  // Nobody waits for a pipe.
  ['of a file, not of a folder, a pipe or a device', ['prompts', 'pipe.md']],
  ['The file is empty.', ['empty.md']],
  ['The file is larger than 1 MiB.', ['large.md']],
  ['as UTF-8', ['utf-16le.md', 'utf-16-without-mark.md', 'latin-1.md']],
])('a prompt file is refused, with the words %j: %j', (reason, paths) => {
  for (const path of paths) {
    const { prompt, refused } = read({ 'prompt-file': path })
    expect([prompt, refused], path).toEqual(['', [expect.stringMatching(/^prompt-file: /)]])
    expect(refused[0], path).toContain(reason)
  }
})

test('prompt and prompt-file together are refused once, and the file is not read', () => {
  expect(read({ prompt: 'Explain this.', 'prompt-file': 'missing.md' }).refused).toEqual([
    expect.stringMatching(/^prompt-file: Remove it, or remove `prompt`/),
  ])
})

test.each([
  ['push', '', true],
  ['issue_comment', '', false],
  ['pull_request_review_comment', '', false],
  ['push', 'job-1', false],
])('event %s, job %j: a prompt is needed: %s', (eventName, jobId, isNeeded) => {
  const { refused } = read({}, { eventName, jobId })
  expect(refused).toEqual(isNeeded ? [expect.stringContaining(`the event "${eventName}" has no instruction`)] : [])
})
