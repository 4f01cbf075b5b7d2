import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { ACTION_FOLDERS, fillTables } from '../../scripts/readme-tables.ts'
import {
  hideSecretInputs,
  INPUT_DEFAULTS,
  type Inputs,
  readInputs as readAgentJobInputs,
} from '../../src/agent-job/inputs.ts'
import { OUTCOME_RECORDS } from '../../src/agent-job/outcome.ts'
import { writeOutputs as writeAgentJobOutputs } from '../../src/agent-job/result/outputs.ts'
import {
  INPUT_DEFAULTS as PAGE_VIEWS_DEFAULTS,
  readInputs as readPageViewsInputs,
} from '../../src/page-views/inputs.ts'
import { writeOutputs as writePageViewsOutputs } from '../../src/page-views/result/outputs.ts'
import { createInputReader, type InputReader } from '../../src/runner/inputs.ts'
import { createSecrets } from '../../src/runner/secrets.ts'
import { read, root } from './project-files.ts'

interface Manifest {
  inputs: Record<string, { description?: string; required?: boolean; default?: unknown }>
  outputs: Record<string, { description?: string }>
  runs: { using: string; main: string; post?: string }
}

/** What each action's code does with its inputs and outputs. */
const CODE = {
  '.': {
    readInputs: (reader: InputReader): Inputs =>
      readAgentJobInputs(
        reader,
        hideSecretInputs(reader),
        { eventName: 'issue_comment', isClosedWithoutMerge: false },
        '/workspace',
      ),
    writeOutputs: (set: (name: string) => void) => writeAgentJobOutputs({ set }, { outcome: 'error' }),
  },
  'page-views': {
    readInputs: (reader: InputReader) => readPageViewsInputs(reader, { workspace: '/workspace', nowMs: 0 }),
    writeOutputs: (set: (name: string) => void) => writePageViewsOutputs({ set }),
  },
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function readManifest(folder: string): Manifest {
  return parse(read(join(folder, 'action.yml')))
}

/** A reader of the real environment that notes what it was asked for, and never ends in an error. */
function createSpy(): { reader: InputReader; asked: Set<string>; refused: string[] } {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const asked = new Set<string>()
  const refused: string[] = []
  const real = createInputReader(createSecrets())
  const spy = new Proxy(real, {
    get(target, property: keyof InputReader) {
      if (property === 'finish') return () => undefined
      return (name: string, ...others: unknown[]) => {
        if (property === 'refuse') refused.push(name)
        asked.add(name)
        return (target[property] as (...input: unknown[]) => unknown)(name, ...others)
      }
    },
  })
  return { reader: spy, asked, refused }
}

function setInputs(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, String(value ?? ''))
}

describe.each(ACTION_FOLDERS)('%s/action.yml', (folder) => {
  const manifest = readManifest(folder)

  test('action.yml declares the inputs that the code reads', () => {
    const { reader, asked } = createSpy()
    CODE[folder].readInputs(reader)
    expect([...asked].toSorted()).toEqual(Object.keys(manifest.inputs).toSorted())
  })

  test('the code takes the defaults of action.yml', () => {
    const required = Object.entries(manifest.inputs).filter(([, input]) => input.required === true)
    setInputs(
      Object.fromEntries(Object.entries(manifest.inputs).map(([name, input]) => [name, input.default])),
    )
    for (const [name] of required) vi.stubEnv(`INPUT_${name.toUpperCase()}`, 'x')
    vi.stubEnv('INPUT_GITHUB-TOKEN', 'x')
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const reader = createInputReader(createSecrets())
    CODE[folder].readInputs(reader)
    expect(() => reader.finish()).not.toThrow()
  })

  test('in action.yml, required inputs have no default, and all others have one', () => {
    for (const [name, input] of Object.entries(manifest.inputs))
      expect([name, 'default' in input]).toEqual([name, input.required !== true])
  })

  test('action.yml declares the outputs that the code writes, in their order', () => {
    const written: string[] = []
    CODE[folder].writeOutputs((name) => written.push(name))
    expect(written).toEqual(Object.keys(manifest.outputs))
  })

  test('every input and output in action.yml has a description', () => {
    for (const { description } of [...Object.values(manifest.inputs), ...Object.values(manifest.outputs)])
      expect(description).toMatch(/\S.*\S/)
  })

  test('the action runs on Node 24, from files that are built', () => {
    const { using, main, post } = manifest.runs
    expect(using).toBe('node24')
    for (const script of [main, post ?? main]) {
      const path = join(folder, script)
      expect(path).toMatch(/^dist\/[\w-]+\/(?:index|post)\.js$/)
      expect([path, existsSync(join(root, path))]).toEqual([path, true])
    }
  })

  test('the tables of the README are up to date: run `npm run readme`', () => {
    const readme = read(join(folder, 'README.md'))
    expect(fillTables(readme, read(join(folder, 'action.yml')))).toBe(readme)
    for (const mark of ['inputs', 'outputs']) expect(readme).toMatch(new RegExp(`<!-- ${mark} -->\n\n[|*]`))
  })
})

test.each([
  ['.', INPUT_DEFAULTS],
  ['page-views', PAGE_VIEWS_DEFAULTS],
])(
  'the defaults for empty inputs are those of %s/action.yml, other than `command` and the token',
  (folder, table) => {
    const defaults = Object.entries(readManifest(folder).inputs)
      .filter(([name, input]) => !['command', 'github-token'].includes(name) && (input.default ?? '') !== '')
      .map(([name, input]) => [name, input.default])
    expect(table).toEqual(Object.fromEntries(defaults))
  },
)

test('an input that is empty or blank has its default', () => {
  setInputs({ timeout: ' ', command: ' ', 'github-token': '' })
  const reader = createInputReader(createSecrets(), INPUT_DEFAULTS)
  const read = ['timeout', 'wait', 'command', 'github-token', 'prompt'].map((name) => reader.text(name))
  expect(read).toEqual(['30m', 'true', '', '', ''])
})

describe('the tables', () => {
  const yml =
    "inputs:\n  a:\n    description: A | B\n    required: true\n  c:\n    description: C\n    default: 'd'\noutputs:\n  e:\n    description: E\n"
  const readme =
    '# T\n<!-- inputs -->\nold\n<!-- /inputs -->\ntext\n<!-- outputs -->\n<!-- /outputs -->\nend\n'

  test('a table that is filled in replaces what was between its marks, and nothing else', () => {
    expect(fillTables(readme, yml)).toBe(
      '# T\n<!-- inputs -->\n\n| input | default | meaning |\n| --- | --- | --- |\n| `a` | required | A \\| B |\n| `c` | `d` | C |\n\n<!-- /inputs -->\ntext\n<!-- outputs -->\n\n| output | meaning |\n| --- | --- |\n| `e` | E |\n\n<!-- /outputs -->\nend\n',
    )
    expect(fillTables('no marks', yml)).toBe('no marks')
  })

  test('inputs that action.yml puts in groups are lists, with a group in one place', () => {
    const grouped = yml
      .replace('  a:', '  # First\n  a:')
      .replace('  c:', '  # Second\n  c:')
      .replace('outputs:', '  # First\n  f:\n    description: F.\noutputs:')
    expect(fillTables(readme, grouped)).toBe(
      '# T\n<!-- inputs -->\n\n**First**\n\n* `a`: A | B Required.\n* `f`: F.\n\n**Second**\n\n* `c`: C Default: `d`.\n\n<!-- /inputs -->\ntext\n<!-- outputs -->\n\n* `e`: E\n\n<!-- /outputs -->\nend\n',
    )
  })

  test.each([yml, yml.replace('  a:', '  # First\n  a:')])(
    'what is filled in again stays as it is',
    (text) => {
      const once = fillTables(readme, text)
      expect(fillTables(once, text)).toBe(once)
    },
  )
})

test('the README tells of every outcome, with the sentence that people read', () => {
  const rows = [...read('README.md').matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)]
  const headlines = Object.entries(OUTCOME_RECORDS).map(([name, { headline }]) => [name, headline])
  expect(rows.map(([, name, sentence]) => [name, sentence])).toEqual(headlines)
})

test('what users read is short enough to be read', () => {
  expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1200)
  const pages = ['README.md', 'SECURITY.md', 'page-views/README.md', ...globSync('docs/*.md', { cwd: root })]
  expect(Buffer.concat(pages.map((page) => Buffer.from(read(page)))).length).toBeLessThanOrEqual(78_000)
})
