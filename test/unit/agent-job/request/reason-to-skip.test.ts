import { expect, test } from 'vitest'
import { findReasonToSkip } from '../../../../src/agent-job/request/context.ts'
import { parseTrigger } from '../../../../src/agent-job/request/trigger.ts'
import type { Commit } from '../../../../src/github/commits.ts'
import { parsePathPatterns } from '../../../../src/runner/globs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changes/changed-files.ts'

const user = { login: 'mintlify[bot]' }
const opened = (pull: object) => parseTrigger({ name: 'pull_request', payload: { pull_request: pull } })
const byPerson = opened({ number: 3 })
const byAgent = opened({ number: 3, user })
const asked = { issue: { number: 3, user }, comment: { id: 1, body: '/docs' } }
const command = parseTrigger({ name: 'issue_comment', payload: asked })

async function find({
  trigger = byPerson,
  paths = '',
  changed = ['src/a.ts', 'README.md'] as string[] | null,
  isWhole = true,
  authors = undefined as string[] | undefined,
  jobId = '',
  word = '/docs',
}) {
  let reads = 0
  const context = {
    fetchCommits: async () =>
      authors?.map((login): Commit => {
        return { sha: 'c', subject: untrustedText('Subject'), author: { id: 1, login, type: 'Bot' }, parents: [] }
      }),
    async fetchChanges() {
      reads += 1
      if (changed === null) return undefined
      return { files: changed.map((path) => changedFile(path)), isWhole, commits: [], commitCount: 0 }
    },
  }
  const inputs = { command: word, jobId, ignoreAuthors: ['mintlify[bot]'], paths: parsePathPatterns(paths) }
  return { reason: (await findReasonToSkip(trigger, inputs, context))?.problem, reads }
}

const ALL = '"mintlify[bot]" wrote all commits of the pull request and is listed in `ignore-authors`.'
const ONE = "The changed file doesn't match `paths`."

test.each<[string, Parameters<typeof find>[0], string | undefined, number]>([
  ['there are no paths', {}, undefined, 0],
  ['one file counts', { paths: 'src/**' }, undefined, 1],
  ['none counts', { paths: 'docs/**' }, 'None of the 2 changed files matches `paths`.', 1],
  ['the only one does not', { paths: 'docs/**', changed: ['a'] }, ONE, 1],
  ['nothing changed', { paths: 'docs/**', changed: [] }, 'No files changed.', 1],
  ['there may be more files', { paths: 'docs/**', isWhole: false }, undefined, 1],
  ['what changed is not known', { paths: 'docs/**', changed: null }, undefined, 1],
  ['an ignored account wrote all commits', { authors: ['mintlify[bot]', 'Mintlify[bot]'] }, ALL, 0],
  ['an ignored account wrote some commits', { authors: ['writer', 'mintlify[bot]'] }, undefined, 0],
  ['GitHub lists no commits', { authors: [] }, undefined, 0],
  ['a command asks', { trigger: command, paths: 'docs/**' }, undefined, 0],
  ['a job is there already', { trigger: byAgent, jobId: 'job-1' }, undefined, 0],
])('whether an event is skipped, when %s', async (_, given, reason, reads) => {
  expect(await find(given)).toEqual({ reason, reads })
})

test('an event by an ignored author is skipped before anything is read', async () => {
  for (const given of [{ trigger: byAgent }, { trigger: command, word: '' }]) {
    const { reason, reads } = await find({ ...given, paths: 'docs/**' })
    expect([reason, reads]).toEqual([expect.stringContaining('ignore-authors'), 0])
  }
})
