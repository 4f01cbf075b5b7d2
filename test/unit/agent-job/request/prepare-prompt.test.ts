import { expect, test } from 'vitest'
import type { Context } from '../../../../src/agent-job/request/context.ts'
import { preparePrompt } from '../../../../src/agent-job/request/prompt.ts'
import type { Request } from '../../../../src/agent-job/request/request.ts'
import type { Release, Thread } from '../../../../src/agent-job/request/trigger.ts'
import { parsePathPatterns } from '../../../../src/globs/parse-globs.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { readUntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changes/changed-files.ts'

const pull: Thread = { kind: 'pull request', number: 3 }
const issue: Thread = { kind: 'issue', number: 4 }
const release: Release = { id: 1, isPrerelease: false, tag: untrustedText('v1') }
const instruction = { text: untrustedText('Write.'), removals: 0 }
const write: Request = { kind: 'prompt', prompt: instruction, isNew: false }

async function prepare(
  context: 'none' | 'reference' | 'full' | 'diff',
  about: { thread?: Thread; release?: Release },
  { paths = '', request = write, isCut = false } = {},
) {
  const read: string[] = []
  const reading = async <Part>(name: string, part: Part) => {
    read.push(name)
    return part
  }
  const files = [changedFile('src/a.ts', '+x'), changedFile('test/a.ts', '+y')]
  const parts: Context = {
    release: about.release,
    place: undefined,
    gaps: ['Something is missing.'],
    isCut,
    fetchThread: () => reading('thread', about.thread),
    fetchDescription: () => reading('description', untrustedText('D')),
    fetchChanges: () => reading('changes', { files, isWhole: true, commits: [], commitCount: 0 }),
  }
  const inputs = { context, paths: parsePathPatterns(paths) }
  const told: string[] = []
  const tell = (...texts: string[]) => void told.push(texts.join(': '))
  const log = { info: tell, notice: tell, group: async (_: string, body: () => void) => body() } as Log
  const prompt = await preparePrompt(request, parts, inputs, { run: { repository: 'acme/app' }, log })
  return { read, told, prompt, text: prompt && readUntrustedText(prompt.text) }
}

test.each([
  ['none', { thread: pull }, []],
  ['reference', { thread: pull }, ['thread']],
  ['full', { release, thread: issue }, ['thread', 'description', 'changes']],
  ['diff', { thread: pull }, ['thread', 'description', 'changes']],
] as const)('context `%s` about %j reads %j', async (context, about, parts) => {
  const { read, prompt } = await prepare(context, about)
  expect(read).toEqual(parts)
  expect(prompt?.gaps).toEqual(['Something is missing.'])
})

test.each(['full', 'diff'] as const)('what `paths` excludes is not mentioned by `%s`', async (context) => {
  const { text } = await prepare(context, { thread: pull }, { paths: '!test/**' })
  expect(text).toContain('src/a.ts')
  expect(text).not.toContain('test/a.ts')
})

test.each([
  [0, []],
  [1, ["Hidden text: 1 piece that a reader can't see was removed from the prompt."]],
  [2, ["Hidden text: 2 pieces that a reader can't see were removed from the prompt."]],
])('the log shows what changed, the prompt, and that %d pieces were removed', async (removals, notices) => {
  const request = { ...write, prompt: { ...instruction, removals } }
  const { told, text } = await prepare('diff', { thread: pull }, { request })
  expect(told).toEqual([...notices, 'What changed, in the prompt: 2 patches (4 characters).', text])
})

test.each<[Request, boolean]>([
  [{ kind: 'check', prompt: instruction }, true],
  [{ kind: 'attach', jobId: 'job-1' }, false],
  [{ kind: 'help' }, false],
])('the request %j has a prompt: %s', async (request, hasPrompt) => {
  const { prompt, read } = await prepare('full', { thread: issue }, { request })
  expect([prompt !== undefined, read.length > 0]).toEqual([hasPrompt, hasPrompt])
})

test.each(['reference', 'full', 'diff'] as const)(
  'context `%s` says that GitHub lists only a part of the files',
  async (context) => {
    const { text, prompt } = await prepare(context, { thread: pull }, { paths: 'docs/**', isCut: true })
    expect(text).toContain('\n- More files changed than GitHub lists.')
    expect(prompt?.gaps).toContain('More files changed than GitHub lists.')
  },
)
