import { expect, test } from 'vitest'
import { parsePathPatterns } from '../../../../src/agent-job/request/changes/path-patterns.ts'
import { preparePrompt } from '../../../../src/agent-job/request/prepare-prompt.ts'
import type { Subject } from '../../../../src/agent-job/request/subject.ts'
import type { Release, Thread } from '../../../../src/agent-job/request/trigger.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { readUntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changes/changed-files.ts'

const pull: Thread = { kind: 'pull request', number: 3 }
const issue: Thread = { kind: 'issue', number: 4 }
const release: Release = { id: 1, isPrerelease: false, tag: untrustedText('v1') }

async function prepare(
  context: 'none' | 'reference' | 'full' | 'diff',
  about: { thread?: Thread; release?: Release },
  { paths = '', removals = 0 } = {},
) {
  const read: string[] = []
  const subject: Subject = {
    release: about.release,
    async readThread() {
      read.push('thread')
      return about.thread
    },
    async readDescription() {
      read.push('description')
      return untrustedText('D')
    },
    async readChanges() {
      read.push('changes')
      const files = [changedFile('src/a.ts', '+x'), changedFile('test/a.ts', '+y')]
      return { files, isWhole: true, commits: [], commitCount: 0 }
    },
  }
  const inputs = { context, diffLimit: 1_000, paths: parsePathPatterns(paths) }
  const told: string[] = []
  const tell = (...texts: string[]) => void told.push(texts.join(': '))
  const log: Log = {
    info: tell,
    debug: tell,
    notice: tell,
    warning: tell,
    error: tell,
    group: async (_, body) => await body(),
  }
  const request = {
    kind: 'prompt',
    prompt: { text: untrustedText('Write.'), removals },
    isNew: false,
  } as const
  const prompt = await preparePrompt(request, subject, inputs, { repository: 'acme/app', log })
  return { read, told, text: readUntrustedText(prompt?.text ?? untrustedText('')) }
}

test.each([
  ['none', { thread: pull }, []],
  ['reference', { thread: pull }, ['thread']],
  ['full', { thread: issue }, ['thread', 'description']],
  ['full', { thread: pull }, ['thread', 'description', 'changes']],
  ['full', { release }, ['thread', 'description']],
  ['diff', { release }, ['thread', 'description', 'changes']],
] as const)('context `%s` about %j reads %j', async (context, about, parts) => {
  expect((await prepare(context, about)).read).toEqual(parts)
})

test.each(['full', 'diff'] as const)('what `paths` excludes is not mentioned by `%s`', async (context) => {
  const { text } = await prepare(context, { thread: pull }, { paths: '!test/**' })
  expect(text).toContain('src/a.ts')
  expect(text).not.toContain('test/a.ts')
})

test('the log shows the prompt, what changed in it, and what was removed', async () => {
  const { told, text } = await prepare('diff', { thread: pull }, { removals: 2 })
  expect(told).toEqual([
    "Hidden text: 2 pieces that a reader can't see were removed from the prompt.",
    'What changed, in the prompt: 2 patches, 4 characters.',
    text,
  ])
})
