import { expect, test } from 'vitest'
import { findLoop } from '../../../../src/agent-job/request/loops.ts'
import { readTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import type { Thread } from '../../../../src/agent-job/request/trigger.ts'

const bot = { login: 'Mintlify[bot]' }
const person = { login: 'writer' }

function find(name: string, payload: object, ignored = ['mintlify[bot]', 'renovate[bot]']) {
  return findLoop(readTrigger({ name, payload }), ignored)
}

function push(authors: (string | undefined)[], pullRequest?: Thread) {
  const commits = authors.map((username) => ({ author: { username } }))
  const trigger = readTrigger({ name: 'push', payload: { commits, sender: bot } })
  return {
    ...trigger,
    push: {
      branch: undefined,
      before: undefined,
      after: undefined,
      commits: [],
      ...trigger.push,
      ...(pullRequest && { pullRequest }),
    },
  }
}

test.each([
  ['pull_request', { pull_request: { number: 3, user: bot }, sender: person }, 'wrote the pull request'],
  ['issues', { issue: { number: 3, user: bot }, sender: person }, 'wrote the issue'],
  ['release', { release: { id: 1, author: bot }, sender: person }, 'wrote the release'],
  [
    'pull_request',
    { pull_request: { number: 3, user: person }, sender: bot },
    'caused the event "pull_request"',
  ],
  ['issues', { issue: { number: 3, user: person }, sender: bot }, 'caused the event "issues"'],
  ['release', { release: { id: 1, author: person }, sender: bot }, 'caused the event "release"'],
  ['merge_group', { sender: bot }, 'caused the event "merge_group"'],
  ['workflow_run', { sender: bot }, 'caused the event "workflow_run"'],
])('the event %s with %j is a loop: somebody ignored %s', (name, payload, what) => {
  expect(find(name, payload)).toBe(`"Mintlify[bot]" ${what}, and is listed in ignore-authors.`)
  expect(find(name, payload, [])).toBeUndefined()
})

test.each(['workflow_dispatch', 'repository_dispatch', 'schedule'])(
  'the event %s is no loop, whoever sent it',
  (name) => {
    expect(find(name, { sender: bot, issue: { number: 3, user: bot } })).toBeUndefined()
  },
)

test.each([
  ['pull_request', { pull_request: { number: 3, user: person }, sender: person }],
  ['issues', { issue: { number: 3 } }],
  ['merge_group', {}],
])('the event %s with %j is no loop', (name, payload) => {
  expect(find(name, payload)).toBeUndefined()
})

const byBot: Thread = { kind: 'pull request', number: 9, author: 'renovate[bot]' }
const byPerson: Thread = { kind: 'pull request', number: 9, author: 'writer' }

test.each([
  [
    'all commits of ignored authors',
    push(['mintlify[bot]', 'Renovate[bot]'], byPerson),
    '"mintlify[bot]" wrote all',
  ],
  ['its pull request by one of them', push(['writer'], byBot), '"renovate[bot]" wrote pull request #9'],
])('a push with %s is a loop', (_, trigger, reason) => {
  expect(findLoop(trigger, ['mintlify[bot]', 'renovate[bot]'])).toContain(reason)
})

test.each([
  ['some commits of ignored authors', push(['mintlify[bot]', 'writer'])],
  ['commits by people first', push(['writer', 'mintlify[bot]'])],
  ['commits of somebody unknown', push(['mintlify[bot]', undefined])],
  ['no commits', push([])],
  ['its pull request by a person', push(['writer'], byPerson)],
])('a push with %s is no loop, whoever pushed', (_, trigger) => {
  expect(findLoop(trigger, ['mintlify[bot]', 'renovate[bot]'])).toBeUndefined()
})
