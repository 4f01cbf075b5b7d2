import { expect, test } from 'vitest'
import { readWorkflowRun } from '../../../src/runner/workflow-run.ts'

test.each([
  ['acme/app/.github/workflows/docs.yml@refs/heads/main', 'refs/heads/main', 'main'],
  ['acme/app/.github/workflows/docs.yml@refs/pull/1/merge', 'refs/pull/1/merge', ''],
  ['other/name/.github/workflows/docs.yml@refs/heads/a@b', 'refs/heads/a@b', 'a@b'],
  ['acme/app/.github/workflows/docs.yml@refs/tags/v1', 'refs/tags/v1', ''],
])('a workflow is told by its file, whatever the branch and the name of the repository: %s', (ref, given, branch) => {
  const run = readWorkflowRun({ GITHUB_WORKFLOW_REF: ref, GITHUB_REF: given })
  expect(run).toMatchObject({ workflow: '.github/workflows/docs.yml', branch, attempt: 1, workspace: process.cwd() })
})
