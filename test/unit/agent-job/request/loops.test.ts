import { expect, test } from 'vitest'
import { findLoop } from '../../../../src/agent-job/request/loops.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'
import type { Trigger } from '../../../../src/agent-job/trigger/trigger.ts'

const bot = { login: 'Mintlify[bot]' }
const person = { login: 'writer' }

/** Who did what, or undefined where it isn't a loop. */
function find(trigger: Trigger, ignored = ['mintlify[bot]', 'renovate[bot]']) {
  return findLoop(trigger, ignored)?.replace(/ and is listed in `ignore-authors`\.$/, '')
}

test.each([
  ['pull_request', { pull_request: { number: 3, user: bot }, sender: person }, 'wrote the pull request'],
  ['issues', { issue: { number: 3, user: bot }, sender: person }, 'wrote the issue'],
  ['release', { release: { id: 1, author: bot }, sender: person }, 'wrote the release'],
  ['issues', { issue: { number: 3, user: person }, sender: bot }, 'caused the event "issues"'],
  ['workflow_run', { sender: bot }, 'caused the event "workflow_run"'],
  ['push', { commits: [{ author: { username: 'writer' } }], sender: bot }, 'caused the event "push"'],
])('the event %s with %j is a loop: an ignored author %s', (name, payload, what) => {
  expect(find(parseTrigger({ name, payload }))).toBe(`"Mintlify[bot]" ${what}`)
  expect(find(parseTrigger({ name, payload }), [])).toBeUndefined()
})

test.each([
  ['workflow_dispatch', { sender: bot }],
  ['repository_dispatch', { sender: bot }],
  ['schedule', { sender: bot }],
  ['pull_request', { pull_request: { number: 3, user: person }, sender: person }],
  ['issues', { issue: { number: 3 } }],
  ['merge_group', {}],
])("the event %s with %j isn't a loop", (name, payload) => {
  expect(find(parseTrigger({ name, payload }))).toBeUndefined()
})

test.each<[(string | undefined)[], string | undefined]>([
  [['mintlify[bot]', 'Renovate[bot]'], '"mintlify[bot]" wrote all commits of the push'],
  [['mintlify[bot]', 'writer'], undefined],
  [['writer', 'mintlify[bot]'], undefined],
  [['mintlify[bot]', undefined], undefined],
  [[], undefined],
])('a push of commits by %j is a loop: %s', (authors, reason) => {
  const commits = authors.map((username) => ({ author: { username } }))
  expect(find(parseTrigger({ name: 'push', payload: { commits, sender: person } }))).toBe(reason)
})
