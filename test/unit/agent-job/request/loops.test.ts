import { expect, test } from 'vitest'
import { findLoop } from '../../../../src/agent-job/request/loops.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'

const bot = { login: 'Mintlify[bot]' }
const person = { login: 'writer' }

/** A push by a person of commits by these accounts. */
const pushOf = (...authors: (string | undefined)[]) => ({
  commits: authors.map((username) => ({ author: { username } })),
  sender: person,
})

test.each<[string, object, reason?: string]>([
  ['pull_request', { pull_request: { number: 3, user: bot }, sender: person }, 'wrote the pull request'],
  ['issues', { issue: { number: 3, user: bot }, sender: person }, 'wrote the issue'],
  ['release', { release: { id: 1, author: bot }, sender: person }, 'wrote the release'],
  ['issues', { issue: { number: 3, user: person }, sender: bot }, 'caused the event "issues"'],
  ['workflow_run', { sender: bot }, 'caused the event "workflow_run"'],
  ['push', { ...pushOf('writer'), sender: bot }, 'caused the event "push"'],
  ['push', pushOf('Mintlify[bot]', 'Renovate[bot]'), 'wrote all commits of the push'],
  ['push', pushOf('Mintlify[bot]', 'writer')],
  ['push', pushOf('writer', 'Mintlify[bot]')],
  ['push', pushOf('Mintlify[bot]', undefined)],
  ['push', pushOf()],
  ['workflow_dispatch', { sender: bot }],
  ['repository_dispatch', { sender: bot }],
  ['schedule', { sender: bot }],
  ['pull_request', { pull_request: { number: 3, user: person }, sender: person }],
  ['issues', { issue: { number: 3 } }],
  ['merge_group', {}],
])('the event %s with %j is a loop if an ignored author %s', (name, payload, reason) => {
  const trigger = parseTrigger({ name, payload })
  const loop = reason && `"Mintlify[bot]" ${reason} and is listed in \`ignore-authors\`.`
  expect(findLoop(trigger, ['mintlify[bot]', 'renovate[bot]'])).toBe(loop)
  expect(findLoop(trigger, [])).toBeUndefined()
})
