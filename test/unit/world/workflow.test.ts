import { expect, test } from 'vitest'
import { evaluateCondition } from '../../world/runner/expression.ts'
import {
  isStartedBy,
  readPermissions,
  readWorkflow,
  type Workflow,
} from '../../world/workflow/workflow-file.ts'

test('a condition can ask for the status of the job', () => {
  expect(evaluateCondition('always()', 'failure')).toBe(true)
  expect(evaluateCondition('failure() && true', 'failure')).toBe(true)
  expect(evaluateCondition('success()', 'failure')).toBe(false)
  expect(evaluateCondition('cancelled()', 'cancelled')).toBe(true)
})

/** A workflow with these first lines. */
function readStart(start: string): Promise<Workflow> {
  return readWorkflow(`${start}\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] } }`)
}

test('an event starts a workflow that names it, with one of its types', async () => {
  const workflow = await readStart('on:\n  issue_comment:\n    types: [created]\n  push:')
  expect(isStartedBy(workflow, 'issue_comment', 'created')).toBe(true)
  expect(isStartedBy(workflow, 'issue_comment', 'edited')).toBe(false)
  expect(isStartedBy(workflow, 'push', undefined)).toBe(true)
  expect(isStartedBy(workflow, 'release', 'published')).toBe(false)
  expect(isStartedBy(await readStart('on: [push]'), 'push', undefined)).toBe(true)
  expect(isStartedBy(await readStart('on: pull_request'), 'pull_request', 'opened')).toBe(true)
  expect(isStartedBy(await readStart('on: pull_request'), 'pull_request', 'closed')).toBe(false)
})

test('the permissions of a job take the place of those of the workflow', async () => {
  const workflow = await readStart('on: push\npermissions: { contents: write }')
  const nothing = { issues: 'none', pull_requests: 'none', contents: 'none' }
  expect(readPermissions(workflow, { permissions: undefined })).toEqual({ ...nothing, contents: 'write' })
  const job = { permissions: { issues: 'write', 'pull-requests': 'read' } } as const
  expect(readPermissions(workflow, job)).toEqual({ ...nothing, issues: 'write', pull_requests: 'read' })
  const silent = await readStart('on: push')
  expect(() => readPermissions(silent, { permissions: undefined })).toThrow('permissions')
})
