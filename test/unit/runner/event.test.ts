import { expect, test } from 'vitest'
import { isInside, readWorkflowRun } from '../../../src/runner/event.ts'

test.each([
  ['a.csv', true],
  ['..a/b.csv', true],
  ['/workspace/a.csv', true],
  ['../a.csv', false],
  ['a/../../a.csv', false],
  ['/workspace2/a.csv', false],
  ['.', false],
])('the file %s is inside the workspace: %s', (file, expected) => {
  expect(isInside('/workspace', file)).toBe(expected)
})

test.each([
  ['7', '7'],
  ['', 'acme/app'],
])('the ID of a repository, %j for the runner, is %s', (id, expected) => {
  const environment = { GITHUB_REPOSITORY: 'Acme/App', GITHUB_REPOSITORY_ID: id }
  expect(readWorkflowRun(environment).repositoryId).toBe(expected)
})
