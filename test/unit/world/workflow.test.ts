import { expect, test } from 'vitest'
import { evaluateCondition } from '../../world/runner/expression.ts'
import { isStartedBy, readPermissions, readWorkflow } from '../../world/workflow/workflow-file.ts'

const jobs = "jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] } }"

test.each([
  ['always()', 'failure', true],
  ['failure() && true', 'failure', true],
  ['success()', 'failure', false],
  ['cancelled()', 'cancelled', true],
] as const)('the condition %s of a job that is a %s', (condition, status, holds) => {
  expect(evaluateCondition(condition, status)).toBe(holds)
})

test.each([
  ['{ issue_comment: { types: [created] } }', 'issue_comment', 'created', true],
  ['{ issue_comment: { types: [created] } }', 'issue_comment', 'edited', false],
  ['{ issue_comment: { types: [created] }, push: }', 'push', undefined, true],
  ['[push]', 'release', 'published', false],
  ['pull_request', 'pull_request', 'opened', true],
  ['pull_request', 'pull_request', 'closed', false],
])('a workflow on %s, and the event %s (%s)', async (on, event, action, isStarted) => {
  expect(isStartedBy(await readWorkflow(`on: ${on}\n${jobs}`), event, action)).toBe(isStarted)
})

test('the permissions of a job take the place of those of the workflow', async () => {
  const workflow = await readWorkflow(`on: push\npermissions: { contents: write }\n${jobs}`)
  const nothing = { issues: 'none', pull_requests: 'none', contents: 'none' }
  expect(readPermissions(workflow, { permissions: undefined })).toEqual({ ...nothing, contents: 'write' })
  const job = { permissions: { issues: 'write', 'pull-requests': 'read' } } as const
  expect(readPermissions(workflow, job)).toEqual({ ...nothing, issues: 'write', pull_requests: 'read' })
})
