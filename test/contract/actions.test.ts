import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ACTION_FOLDERS, fillTables, findPage } from '../../scripts/readme-tables.ts'
import { readGateInputs, readInputs } from '../../src/agent-job/inputs.ts'
import { listOutputs } from '../../src/agent-job/result.ts'
import { RunResult } from '../../src/agent-job/run-result.ts'
import { readInputs as readOutcomesInputs } from '../../src/outcomes/inputs.ts'
import { readInputs as readPageViewsInputs } from '../../src/page-views/inputs.ts'
import { listOutputs as listPageViewsOutputs } from '../../src/page-views/publish.ts'
import { createResult } from '../../src/page-views/result.ts'
import { readWorkflowRun } from '../../src/runner/workflow-run.ts'
import { findFiles, read } from './project-files.ts'

interface Manifest {
  inputs: Record<string, { default?: string }>
  outputs: object
  runs: Record<string, string>
}

const readManifest = (folder: string): Manifest => parse(read(join(folder, 'action.yml')))

describe.each(ACTION_FOLDERS)('%s/action.yml', (folder) => {
  const { inputs, outputs, runs } = readManifest(folder)

  test('it runs on Node 24, without a post step', () => {
    expect([Object.keys(runs), runs['using']]).toEqual([['using', 'main'], 'node24'])
  })

  test('the code reads each input, and no others, and writes each output', () => {
    const sources = findFiles(`src/${folder === '.' ? 'agent-job' : folder}/**/*.ts`)
      .map(read)
      .join('\n')
    const pattern = /\b(?:read|hide)[A-Z]\w+(?:<\w+>)?\(\s*'([a-z-]+)'|\bINPUT_([A-Z-]+)\b/gu
    const names = [...sources.matchAll(pattern)].map(([, name, variable = '']) => name ?? variable.toLowerCase())
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(names))
    const isRead = (name: string) => sources.includes(`'${name}'`) || names.includes(name)
    expect(Object.keys(inputs).filter((name) => !isRead(name))).toEqual([])
    expect(Object.keys(outputs).filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(sources))).toEqual([])
  })

  test('its page is up to date: run `npm run readme`', () => {
    const page = read(findPage(folder))
    expect(fillTables(page, read(join(folder, 'action.yml')))).toBe(page)
    for (const mark of folder === '.' ? ['inputs', 'outputs', 'outcomes'] : ['inputs', 'outputs'])
      expect(page.toLowerCase()).toContain(`<!-- ${mark} -->\n\n| ${mark.slice(0, -1)} |`)
  })
})

const sender = { login: '', id: 0, type: '' }
const trigger = { kind: 'other', eventName: 'workflow_dispatch', sender, defaultBranch: 'main' } as const
const NOW = Date.parse('2026-11-23T06:00:00Z')

test.each<[folder: string, readAll: () => unknown]>([
  ['.', () => readInputs(readGateInputs(trigger), trigger, readWorkflowRun())],
  ['page-views', () => readPageViewsInputs(NOW)],
  ['outcomes', () => readOutcomesInputs(readWorkflowRun(), NOW)],
])('an empty input of %s has the default of action.yml', (folder, readAll) => {
  const environment = process.env
  onTestFinished(() => {
    process.env = environment
  })
  const readWith = (given: Record<string, string>) => {
    const named = Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
    process.env = { ...Object.fromEntries(named), GITHUB_REPOSITORY: 'acme/app' }
    return readAll()
  }
  const needed = { 'api-key': 'mint_key', 'project-id': 'docs', prompt: 'Write.', 'github-token': 'ghs_token' }
  const defaults = Object.entries(readManifest(folder).inputs).map(([name, input]) => [name, input.default ?? ''])
  expect(readWith(needed)).toEqual(
    readWith({ ...Object.fromEntries(defaults), ...needed, 'job-index': '0', repository: '' }),
  )
})

test.each<[folder: string, written: object]>([
  ['', listOutputs(new RunResult(0))],
  ['page-views', listPageViewsOutputs(undefined, createResult())],
])('every output of %s/action.yml is set at every end', (folder, written) => {
  expect(Object.keys(written).toSorted()).toEqual(Object.keys(readManifest(folder).outputs).toSorted())
})
