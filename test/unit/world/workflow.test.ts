import { expect, test } from 'vitest'
import { evaluateCondition } from '../../world/runner/expression.ts'
import { isStartedBy, readWorkflow } from '../../world/workflow/workflow-file.ts'

const job = "runs-on: ubuntu-latest, steps: [{ run: 'true' }]"

test.each([
  ['always()', 'failure', true],
  ['failure() && true', 'failure', true],
  ['success()', 'failure', false],
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
  const workflow = await readWorkflow(`on: ${on}\npermissions: {}\njobs: { a: { ${job} } }`)
  expect(isStartedBy(workflow, event, action)).toBe(isStarted)
})

test('the permissions of a job take the place of those of the workflow', async () => {
  const own = 'permissions: { issues: write, pull-requests: read }'
  const { jobs } = await readWorkflow(
    `on: push\npermissions: { contents: write }\njobs: { a: { ${job} }, b: { ${own}, ${job} } }`,
  )
  expect(jobs.map(({ permissions }) => permissions)).toEqual([
    { contents: 'write' },
    { issues: 'write', pull_requests: 'read' },
  ])
})
