import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readGateInputs, readInputs } from '../../src/agent-job/inputs.ts'
import { listOutputs } from '../../src/agent-job/result.ts'
import { RunResult } from '../../src/agent-job/run-result.ts'
import { readWorkflowRun } from '../../src/runner/workflow-run.ts'
import { findFiles, read } from './project-files.ts'

interface Manifest {
  inputs: Record<string, { description?: string; required?: boolean; default?: string }>
  outputs: Record<string, { description?: string }>
  runs: Record<string, string>
}

const folders = findFiles('{,*/}action.yml').map((path) => path.replace(/\/?action\.yml$/u, ''))
const readManifest = (folder: string): Manifest => parse(read(join(folder, 'action.yml')))

describe.each(folders)('%s/action.yml', (folder) => {
  const { inputs, outputs, runs } = readManifest(folder)
  const sources = findFiles(`src/${folder || 'agent-job'}/**/*.ts`)
    .map(read)
    .join('\n')

  test('it runs on Node 24, without a post step', () => {
    expect(Object.keys(runs)).toEqual(['using', 'main'])
    expect(runs['using']).toBe('node24')
  })

  test('the code reads each input, and writes each output', () => {
    const isRead = (name: string) => sources.includes(`'${name}'`) || sources.includes(`INPUT_${name.toUpperCase()}`)
    expect(Object.keys(inputs).filter((name) => !isRead(name))).toEqual([])
    expect(Object.keys(outputs).filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(sources))).toEqual([])
  })

  test('it describes everything; required inputs have no default, and all others have one', () => {
    for (const { description } of [...Object.values(inputs), ...Object.values(outputs)])
      expect(description).toMatch(/\S.*\S/u)
    for (const [name, input] of Object.entries(inputs))
      expect([name, 'default' in input]).toEqual([name, input.required !== true])
  })
})

test('an empty input of the root action has the default of action.yml', () => {
  const trigger = {
    kind: 'other',
    eventName: 'workflow_dispatch',
    sender: { login: '', id: 0, type: '' },
    defaultBranch: 'main',
  } as const
  const environment = process.env
  onTestFinished(() => {
    process.env = environment
  })
  const readWith = (given: Record<string, string>) => {
    const named = Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
    process.env = Object.fromEntries(named)
    return readInputs(readGateInputs(trigger), trigger, readWorkflowRun())
  }
  const needed = { 'api-key': 'mint_key', 'project-id': 'docs', prompt: 'Write.', 'github-token': 'ghs_token' }
  const defaults = Object.entries(readManifest('').inputs).map(([name, input]) => [name, input.default ?? ''])
  expect(readWith(needed)).toEqual(readWith({ ...Object.fromEntries(defaults), ...needed, 'job-index': '0' }))
})

test('the root action sets every output of action.yml at every end', () => {
  const written = [...Object.keys(listOutputs(new RunResult(0)))]
  expect(written.toSorted()).toEqual(Object.keys(readManifest('').outputs).toSorted())
})
