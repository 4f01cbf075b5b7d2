import { expect, test } from 'vitest'
import { parsePathPatterns } from '../../../../src/agent-job/request/changes/path-patterns.ts'
import type { Context } from '../../../../src/agent-job/request/context.ts'
import { preparePrompt } from '../../../../src/agent-job/request/prepare-prompt.ts'
import type { Request } from '../../../../src/agent-job/request/request.ts'
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
  { paths = '', removals = 0, request = undefined as Request | undefined } = {},
) {
  const read: string[] = []
  const parts: Context = {
    release: about.release,
    place: undefined,
    gaps: ['Something is missing.'],
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
  const inputs = { context, paths: parsePathPatterns(paths) }
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
  const asked = { kind: 'prompt', prompt: { text: untrustedText('Write.'), removals }, isNew: false } as const
  const prompt = await preparePrompt(request ?? asked, parts, inputs, { repository: 'acme/app', log })
  return { read, told, prompt, text: readUntrustedText(prompt?.text ?? untrustedText('')) }
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

test.each<[Request, boolean]>([
  [{ kind: 'check', prompt: { text: untrustedText('Write.'), removals: 0 } }, true],
  [{ kind: 'check' }, false],
  [{ kind: 'attach', jobId: 'job-1' }, false],
  [{ kind: 'help' }, false],
])('the request %j has a prompt: %s', async (request, hasPrompt) => {
  const { prompt, read } = await prepare('full', { thread: issue }, { request })
  expect([prompt !== undefined, read.length > 0]).toEqual([hasPrompt, hasPrompt])
})

test.each(['none', 'diff'] as const)(
  'what could not be read goes with the prompt, context %s',
  async (context) => {
    expect((await prepare(context, { thread: pull })).prompt?.gaps).toEqual(['Something is missing.'])
  },
)
