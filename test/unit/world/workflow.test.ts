import { expect, test } from 'vitest'
import { evaluateCondition, evaluateTemplate } from '../../world/runner/expression.ts'
import { isStartedBy, readPermissions, readWorkflow } from '../../world/workflow/workflow-file.ts'
import { findYamlBlocks } from '../../world/workflow/yaml-blocks.ts'

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
  [`\${{ inputs.count == 0 }}`, true],
])('%s is %s', (condition, expected) => {
  expect(evaluateCondition(condition, 'success', context)).toBe(expected)
})

test('a condition means success as well, unless it asks for the status itself', () => {
  expect(evaluateCondition('true', 'failure')).toBe(false)
  expect(evaluateCondition('always()', 'failure')).toBe(true)
  expect(evaluateCondition('failure() && true', 'failure')).toBe(true)
  expect(evaluateCondition('success()', 'failure')).toBe(false)
})

test.each([
  `format('a')`,
  `github.event['x']`,
  `startsWith('a')`,
  `'a' ==`,
  '(true',
  'secret.key',
  'a < b',
  '',
])('%s is not understood', (condition) => {
  expect(() => evaluateCondition(condition, 'success', context)).toThrow('cannot evaluate')
})

test('a template takes the values of its expressions, and || the first that is something', () => {
  expect(evaluateTemplate(`<\${{ inputs.count }}> <\${{ inputs.none }}>`, context)).toBe('<0> <>')
  expect(evaluateTemplate(`\${{ github.event.issue.number || inputs.other || 7 }}`, context)).toBe('7')
})

test('an event starts a workflow that names it, with one of its types', () => {
  const workflow = readWorkflow('on:\n  issue_comment:\n    types: [created]\n  push:\njobs: {}')
  expect(isStartedBy(workflow, 'issue_comment', 'created')).toBe(true)
  expect(isStartedBy(workflow, 'issue_comment', 'edited')).toBe(false)
  expect(isStartedBy(workflow, 'push', undefined)).toBe(true)
  expect(isStartedBy(workflow, 'release', 'published')).toBe(false)
  expect(isStartedBy(readWorkflow('on: [push]\njobs: {}'), 'push', undefined)).toBe(true)
})

test('the permissions of a job take the place of those of the workflow, and a called workflow gets no more', () => {
  const workflow = readWorkflow('on: push\npermissions: { contents: write }\njobs: {}')
  const nothing = { issues: 'none', pull_requests: 'none', contents: 'none' }
  expect(readPermissions(workflow, {})).toEqual({ ...nothing, contents: 'write' })
  const job = { permissions: { issues: 'write', 'pull-requests': 'read' } } as const
  expect(readPermissions(workflow, job)).toEqual({ ...nothing, issues: 'write', pull_requests: 'read' })
  expect(() => readPermissions(workflow, job, { issues: 'write' })).toThrow('more pull_requests')
  expect(() => readPermissions(readWorkflow('on: push\njobs: {}'), {})).toThrow('permissions')
})

test('blocks of YAML are found below their headings, without their indentation', () => {
  const markdown =
    '# One\n```yaml\n# no heading\na: 1\n```\n```sh\n# none\n```\n## Two\n   ```yml\n   b:\n     - 2\n   ```\n'
  expect(findYamlBlocks(markdown)).toEqual([
    { heading: 'One', line: 3, text: '# no heading\na: 1\n' },
    { heading: 'Two', line: 11, text: 'b:\n  - 2\n' },
  ])
})
