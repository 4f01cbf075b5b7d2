import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ACTION_FOLDERS, fillHeadlines, fillTables, findPage } from '../../scripts/readme-tables.ts'
import { CAUSES } from '../../src/agent-job/causes.ts'
import { hideSecretInputs, INPUT_DEFAULTS } from '../../src/agent-job/inputs/early-inputs.ts'
import { readInputs } from '../../src/agent-job/inputs/inputs.ts'
import { writeOutputs as writeAgentJobOutputs } from '../../src/agent-job/result/outputs.ts'
import * as outcomes from '../../src/outcomes/inputs.ts'
import { writeOutputs as writeOutcomesOutputs } from '../../src/outcomes/result/outputs.ts'
import * as pageViews from '../../src/page-views/inputs.ts'
import { writeOutputs as writePageViewsOutputs } from '../../src/page-views/result/outputs.ts'
import { InputReader } from '../../src/runner/inputs.ts'
import { createSecrets } from '../../src/runner/secrets.ts'
import { read } from './project-files.ts'

interface Manifest {
  inputs: Record<string, { description?: string; required?: boolean; default?: unknown }>
  outputs: Record<string, { description?: string }>
}

interface Code {
  defaults: Readonly<Record<string, string>>
  readInputs(reader: InputReader): void
  writeOutputs(set: (name: string) => void): void
}

/** What each action's code does with its inputs and outputs. */
const CODE: Record<string, Code> = {
  '.': {
    defaults: INPUT_DEFAULTS,
    readInputs(reader: InputReader): void {
      const run = { workspace: '/workspace', ref: 'refs/heads/main' }
      readInputs(reader, hideSecretInputs(reader), { eventName: 'issue_comment' }, run)
    },
    writeOutputs: (set: (name: string) => void) => writeAgentJobOutputs({ set }, { outcome: 'error' }),
  },
  'page-views': {
    defaults: pageViews.INPUT_DEFAULTS,
    readInputs: (reader: InputReader) => void pageViews.readInputs(reader, { workspace: '/workspace', nowMs: 0 }),
    writeOutputs: (set: (name: string) => void) => writePageViewsOutputs({ set }),
  },
  outcomes: {
    defaults: outcomes.INPUT_DEFAULTS,
    readInputs: (reader: InputReader) => void outcomes.readInputs(reader, 'acme/docs', 0),
    writeOutputs: (set: (name: string) => void) => writeOutcomesOutputs({ set }),
  },
}

const EMPTY_MEANS_SOMETHING: unknown[] = ['command', 'github-token', 'job-index']

/** The names of the inputs that `readInputs` asks for. */
function listInputs(readInputs: Code['readInputs']): string[] {
  const asked = new Set<string>()
  const reader = new Proxy(new InputReader(createSecrets()), {
    get(target, property: keyof InputReader) {
      if (property === 'finish') return () => undefined
      return (name: string, ...others: unknown[]) => {
        asked.add(name)
        return Reflect.apply(target[property], target, [name, ...others])
      }
    },
  })
  readInputs(reader)
  return [...asked].toSorted()
}

describe.each(ACTION_FOLDERS)('%s/action.yml', (folder) => {
  const manifest: Manifest = parse(read(join(folder, 'action.yml')))
  const code = CODE[folder] ?? expect.fail(`Add the code of ${folder}.`)

  test('action.yml declares the inputs that the code reads', () => {
    expect(listInputs(code.readInputs)).toEqual(Object.keys(manifest.inputs).toSorted())
  })

  test('the defaults for empty inputs are those of action.yml, unless an empty one means something', () => {
    const defaults = Object.entries(manifest.inputs).map(([name, input]) => [name, input.default ?? ''])
    const meaningful = defaults.filter(([name, value]) => value !== '' && !EMPTY_MEANS_SOMETHING.includes(name))
    expect(code.defaults).toEqual(Object.fromEntries(meaningful))
  })

  test('action.yml declares the outputs that the code writes, in their order', () => {
    const written: string[] = []
    code.writeOutputs((name) => written.push(name))
    expect(written).toEqual(Object.keys(manifest.outputs))
  })

  test('action.yml describes everything; required inputs have no default, and all others have one', () => {
    const described = [...Object.values(manifest.inputs), ...Object.values(manifest.outputs)]
    for (const { description } of described) expect(description).toMatch(/\S.*\S/)
    for (const [name, input] of Object.entries(manifest.inputs))
      expect([name, 'default' in input]).toEqual([name, input.required !== true])
  })

  test('the page of the action is up to date: run `npm run readme`', () => {
    const page = read(findPage(folder))
    expect(fillTables(page, read(join(folder, 'action.yml')))).toBe(page)
    for (const mark of folder === '.' ? ['inputs', 'outputs', 'outcomes'] : ['inputs', 'outputs'])
      expect(page).toMatch(new RegExp(`<!-- ${mark} -->\n\n[|*\`]`))
  })
})

test('docs/troubleshooting.md has every headline with its advice: run `npm run readme`', () => {
  const page = read('docs/troubleshooting.md')
  expect(fillHeadlines(page)).toBe(page)
  expect(Object.values(CAUSES).filter(({ headline }) => !page.includes(`**${headline}**`))).toEqual([])
})

test('each cause is set somewhere', () => {
  const sources = globSync('src/agent-job/**/*.ts').filter((path) => !path.endsWith('/causes.ts'))
  const code = ['src/docs-service/statuses.ts', ...sources].map(read).join('\n')
  expect(Object.keys(CAUSES).filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
