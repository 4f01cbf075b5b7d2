import { expect, test } from 'vitest'
import { readWorkflow } from '../../world/workflow/workflow-file.ts'

const job = "runs-on: ubuntu-latest, steps: [{ run: 'true' }]"

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
