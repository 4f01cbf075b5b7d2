import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createWorld } from '../world/index.ts'
import { runWorkflow } from '../world/workflow/run-workflow.ts'

// The job of CI that runs the actions on a real runner, run here: one that fails is noticed before it is pushed.
test('the self-test of CI is content with the actions', async () => {
  const ci = parse(readFileSync(join(import.meta.dirname, '../../.github/workflows/ci.yml'), 'utf8'))
  await using world = await createWorld({ docsService: { scenario: { terminalOnCreate: true } } })
  const workflow = stringify({ ...ci, jobs: { 'self-test': { ...ci.jobs['self-test'], strategy: undefined } } })

  const repository = { id: 1, full_name: 'acme/app' }
  const trigger = { event: 'push', payload: { ref: 'refs/heads/main', repository } }
  const [job] = await runWorkflow(world, workflow, { trigger, secrets: {}, vars: {} })

  const steps = job?.steps ?? []
  const own = steps.filter(({ result }) => result !== undefined)
  expect(own.map(({ result }) => result?.annotations.map(({ message }) => message))).toEqual([[], [], []])
  const script = steps.find(({ environment }) => 'OUTCOME' in environment)
  expect(script?.environment['OUTCOME']).toBe('pull-request')
  const look = (environment: Record<string, string>) => () =>
    execFileSync('bash', ['-e', '-c', script?.run ?? 'false'], {
      cwd: own[1]?.result?.files,
      env: { PATH: process.env['PATH'], ...script?.environment, ...environment },
      stdio: 'pipe',
    })
  expect(look({})).not.toThrow()
  for (const wrong of [{ OUTCOME: 'error' }, { PR_LINK: '' }, { COMPLETE: 'false' }, { ROWS: '1' }, { REQUESTS: '' }])
    expect(look(wrong)).toThrow()
})
