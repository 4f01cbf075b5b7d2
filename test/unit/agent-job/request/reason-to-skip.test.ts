import { expect, test } from 'vitest'
import type { Changes } from '../../../../src/agent-job/changes/changes.ts'
import { findReasonToSkip } from '../../../../src/agent-job/request/context.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'
import { parsePathPatterns } from '../../../../src/runner/globs.ts'

const user = { login: 'mintlify[bot]' }
const opened = (pull: object) => parseTrigger({ name: 'pull_request', payload: { pull_request: pull } })
const byPerson = opened({ number: 3 })
const byAgent = opened({ number: 3, user })
const pushed = parseTrigger({ name: 'push', payload: {} })
const released = parseTrigger({ name: 'release', payload: { release: { id: 5 } } })
const asked = { issue: { number: 3, user }, comment: { id: 1, body: '/docs' } }
const command = parseTrigger({ name: 'issue_comment', payload: asked })

const NOTHING: Changes = {
  told: [],
  more: { pullRequests: 0, commits: 0 },
  leftOut: [{ reason: 'paths', count: 1 }],
  unlistedCommits: 0,
  undecided: 0,
}
const SOMETHING: Changes = { ...NOTHING, told: [{ kind: 'pull request', number: 3, labels: [] }] }

async function find({
  trigger = byPerson,
  paths = '',
  hasRange = false,
  changes = NOTHING as Changes | null,
  jobId = '',
  word = '/docs',
  note = undefined as string | undefined,
}) {
  let reads = 0
  const context = {
    hasRange,
    note,
    async fetchChanges() {
      reads += 1
      return changes ?? undefined
    },
  }
  const inputs = { command: word, jobId, ignoreAuthors: ['mintlify[bot]'], paths: parsePathPatterns(paths) }
  return { reason: (await findReasonToSkip(trigger, inputs, context))?.problem, reads }
}

test.each<[string, Parameters<typeof find>[0], string | undefined, number]>([
  ['nothing can be left out', {}, undefined, 0],
  ['something counts', { paths: 'src/**', changes: SOMETHING }, undefined, 1],
  ['no file counts', { paths: 'docs/**' }, 'None of the changed files matches `paths`.', 1],
  ['nothing of a range counts', { hasRange: true }, 'None of the changed files matches `paths`.', 1],
  ['there is nothing to compare', { hasRange: true, changes: null }, undefined, 1],
  ['a push has nothing to compare', { trigger: pushed, note: 'Why.' }, 'Why.', 0],
  ['a release has nothing to compare', { trigger: released, note: 'Why.' }, undefined, 0],
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
