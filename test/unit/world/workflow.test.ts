import { expect, test } from 'vitest'
import { evaluateCondition, evaluateTexts } from '../../world/runner/expression.ts'
import {
  isStartedBy,
  readPermissions,
  readWorkflow,
  type Workflow,
  type WorkflowStep,
} from '../../world/workflow/workflow-file.ts'

const context = { github: { event: { comment: { body: '/Docs add' }, issue: null } }, inputs: { count: 0 } }

test.each([
  [`startsWith(github.event.comment.body, '/docs')`, true],
  [`startsWith(github.event.issue.body, '/docs')`, false],
  [`github.event.comment.body == '/DOCS ADD'`, true],
  [`github.event.comment.body != ''`, true],
  [`github.event.nothing.here != ''`, false],
  [`github.event.issue == 0`, true],
  [`!(inputs.count || false) && 'it''s' == 'It''s'`, true],
  [`true && false || true`, true],
  [`false && true`, false],
  [`format('{0}!', github.event['comment'].body) == '/docs add!'`, true],
])('the expression %s is %s', (condition, expected) => {
  expect(evaluateCondition(condition, 'success', context)).toBe(expected)
})

test('a condition can ask for the status of the job', () => {
  expect(evaluateCondition('always()', 'failure')).toBe(true)
  expect(evaluateCondition('failure() && true', 'failure')).toBe(true)
  expect(evaluateCondition('success()', 'failure')).toBe(false)
  expect(evaluateCondition('cancelled()', 'cancelled')).toBe(true)
})

/** The workflow of one job, whose first step is this. */
async function readStep(step: string): Promise<WorkflowStep | undefined> {
  const text = `on: issues\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}`
  return (await readWorkflow(text)).jobs[0]?.steps[0]
}

test.each([
  ['uses: ./', 'success()'],
  [`{ uses: ./, if: github.event.action == 'opened' }`, `success() && (github.event.action == 'opened')`],
  [`{ uses: ./, if: "\${{ failure() && inputs.x }}" }`, 'failure() && inputs.x'],
])('the step %j runs if %s', async (step, condition) => {
  expect((await readStep(step))?.condition).toBe(condition)
})

test('texts take the values of their expressions', async () => {
  const step = await readStep(
    `{ uses: ./, with: { a: "<\${{ inputs.count }}> <\${{ inputs.none }}>", b: "\${{ github.event.issue.number || 7 }}", c: true } }`,
  )
  expect(evaluateTexts(step?.with, context)).toEqual({ a: '<0> <>', b: '7', c: 'true' })
})

test.each([
  ['on: issues', 'jobs'],
  ['on: nothing\njobs: {}', 'nothing'],
  ['on: issues\njobs: { a: { runs-on: x, step: [] } }', 'step'],
  ['on: issues\njobs: { a: { runs-on: x, if: "secrets.x", steps: [{ run: x }] } }', 'secrets'],
])('a workflow that GitHub refuses is refused: %j', async (text, problem) => {
  await expect(readWorkflow(text)).rejects.toThrow(problem)
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
