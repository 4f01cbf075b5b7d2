import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPromptInput } from '../../../../src/agent-job/request/prompt-file.ts'
import type { InputReader } from '../../../../src/runner/inputs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

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
function read(
  inputs: Record<string, string>,
  { command = '/docs', jobId = '', eventName = 'push', description = '' } = {},
) {
  const refused: string[] = []
  const reader: Pick<InputReader, 'text' | 'refuse'> = {
    text: (name) => inputs[name] ?? '',
    refuse: (name, _given, allowed) => void refused.push(`${name}: ${allowed}`),
  }
  const trigger = { eventName, ...(description && { description: untrustedText(description) }) }
  return { prompt: readPromptInput(reader as InputReader, { command, jobId, trigger, workspace }), refused }
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
  ['a file inside the workspace', ['../outside.md', '/etc/hostname', 'link-out.md', 'folder-out/outside.md', '..']],
  ['Does a checkout step run first?', ['missing.md', 'round.md', 'prompts/release.md/x']],
  // Nobody waits for a pipe.
  ['a regular file', ['prompts', 'pipe.md']],
  ['this one is empty', ['empty.md']],
  ['this one is larger', ['large.md']],
  ['this one has another encoding', ['utf-16le.md', 'utf-16-without-mark.md', 'latin-1.md']],
])('a prompt file is refused, with the words %j: %j', (reason, paths) => {
  for (const path of paths) {
    const { prompt, refused } = read({ 'prompt-file': path })
    expect([prompt, refused], path).toEqual(['', [expect.stringMatching(/^prompt-file: /)]])
    expect(refused[0], path).toContain(reason)
  }
})

test('prompt and prompt-file together are refused once, and the file is not read', () => {
  expect(read({ prompt: 'Explain this.', 'prompt-file': 'missing.md' }).refused).toEqual([
    expect.stringMatching(/^prompt-file: either `prompt` or `prompt-file`, not both/),
  ])
})

test('a command in a description is named where a prompt is missing', () => {
  const { refused } = read({}, { eventName: 'issues', description: '/docs Explain this.' })
  expect(refused).toEqual([expect.stringContaining('has none. Commands are read only from comments')])
})

test.each([
  ['push', '/docs', '', true],
  ['issue_comment', '/docs', '', false],
  ['pull_request_review_comment', '/docs', '', false],
  ['push', '/docs', 'job-1', false],
])('event %s, command %j, job %j: a prompt is needed: %s', (eventName, command, jobId, isNeeded) => {
  const { refused } = read({}, { eventName, command, jobId })
  expect(refused).toEqual(isNeeded ? [expect.stringContaining(`the event "${eventName}" has none`)] : [])
})
