import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../world/index.ts'
import { root } from './local-repositories.ts'
import { runAct } from './run-act.ts'

test('act runs the self-test of CI to its end', async () => {
  await using world = await createWorld()
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')
  const trigger = { event: 'push', payload: { ref: 'refs/heads/main' } }
  const job = { job: 'self-test', matrix: 'os:ubuntu-latest' }

  const run = await runAct(world, { workflow, trigger, folder: root, ...job })

  expect(run.exitCode, run.log).toBe(0)
  expect(run.problems).toEqual([])
  expect(run.outputs).toMatchObject([{ outcome: 'pull-request' }, { complete: 'true' }])
})
