import { expect, test } from 'vitest'
import { parsePathPatterns } from '../../../../src/agent-job/request/changes/path-patterns.ts'
import { findReasonToSkip } from '../../../../src/agent-job/request/reason-to-skip.ts'
import type { Trigger } from '../../../../src/agent-job/request/trigger.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changes/changed-files.ts'

const account = { login: 'writer', id: 1, type: 'User' }
const comment = {
  kind: 'issue comment',
  id: 1,
  body: untrustedText('/docs'),
  author: account,
  sender: account,
} as const
const byAgent: Trigger = {
  eventName: 'pull_request',
  action: 'closed',
  thread: { kind: 'pull request', number: 3, author: 'mintlify[bot]' },
  isClosedWithoutMerge: false,
  isPublic: false,
}
const byPerson: Trigger = {
  eventName: 'pull_request',
  action: 'closed',
  isClosedWithoutMerge: false,
  isPublic: false,
}

async function find({
  trigger = byPerson,
  paths = '',
  changed = ['src/a.ts', 'README.md'] as string[] | null,
  isWhole = true,
  jobId = '',
  command = '/docs',
}) {
  let reads = 0
  const context = {
    async readChanges() {
      reads += 1
      if (changed === null) return undefined
      return { files: changed.map((path) => changedFile(path)), isWhole, commits: [], commitCount: 0 }
    },
  }
  const inputs = { command, jobId, ignoreAuthors: ['mintlify[bot]'], paths: parsePathPatterns(paths) }
  return { reason: await findReasonToSkip(trigger, inputs, context), reads }
}

test('without `paths`, what changed is not read', async () => {
  expect(await find({})).toEqual({ reason: undefined, reads: 0 })
})

test.each([
  ['one file counts', { paths: 'src/**' }, undefined],
  ['none counts', { paths: 'docs/**' }, 'None of the 2 changed files matches `paths`.'],
  [
    'the only one does not count',
    { paths: 'docs/**', changed: ['a'] },
    "The changed file doesn't match `paths`.",
  ],
  ['nothing changed', { paths: 'docs/**', changed: [] }, 'None of the 0 changed files matches `paths`.'],
  ['there may be more files', { paths: 'docs/**', isWhole: false }, undefined],
  ['what changed is not known', { paths: 'docs/**', changed: null }, undefined],
  [
    'an ignored author wrote it',
    { trigger: byAgent },
    '"mintlify[bot]" wrote the pull request, and is listed in ignore-authors.',
  ],
])('an event is skipped for a reason, or not at all, when %s', async (_, given, reason) => {
  expect((await find(given)).reason).toBe(reason)
})

test('a pull request that is closed without a merge is not asked for its files or its author', async () => {
  const trigger = { ...byPerson, isClosedWithoutMerge: true }
  expect(await find({ trigger, paths: 'docs/**' })).toEqual({ reason: undefined, reads: 0 })
  // Somebody may have asked for its documentation by a command.
  expect((await find({ trigger: { ...byAgent, isClosedWithoutMerge: true } })).reason).toBeUndefined()
})

test('a command is not skipped, nor is a job that is there already', async () => {
  const trigger = { ...byAgent, comment }
  expect(await find({ trigger, paths: 'docs/**' })).toEqual({ reason: undefined, reads: 0 })
  expect(await find({ trigger: byAgent, jobId: 'job-1' })).toEqual({ reason: undefined, reads: 0 })
  expect((await find({ trigger, command: '' })).reason).toContain('ignore-authors')
})
