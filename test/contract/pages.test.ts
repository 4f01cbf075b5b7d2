import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ACTION_FOLDERS, fillTables, findPage } from '../../scripts/readme-tables.ts'
import { findFiles, read } from './project-files.ts'

interface Manifest {
  inputs: Record<string, { description?: string; required?: boolean }>
  outputs: Record<string, { description?: string }>
}

describe.each(ACTION_FOLDERS)('%s', (folder) => {
  const actionYml = read(join(folder, 'action.yml'))

  test('the page of the action is up to date: run `npm run readme`', () => {
    const page = read(findPage(folder))
    expect(fillTables(page, actionYml)).toBe(page)
    for (const mark of folder === '.' ? ['inputs', 'outputs', 'outcomes'] : ['inputs', 'outputs'])
      expect(page.toLowerCase()).toContain(`<!-- ${mark} -->\n\n| ${mark.slice(0, -1)} |`)
  })

  test('action.yml describes everything; required inputs have no default, and all others have one', () => {
    const { inputs, outputs } = parse(actionYml) as Manifest
    for (const { description } of [...Object.values(inputs), ...Object.values(outputs)])
      expect(description).toMatch(/\S.*\S/)
    for (const [name, input] of Object.entries(inputs))
      expect([name, 'default' in input]).toEqual([name, input.required !== true])
  })
})

const sources = (folder: string) => `src/${folder === '.' ? 'agent-job' : folder}`

describe.each(ACTION_FOLDERS.filter((folder) => findFiles(`${sources(folder)}/inputs.ts`).length > 0))(
  '%s',
  (folder) => {
    test('action.yml declares the inputs and outputs that the code has', () => {
      const code = findFiles(`${sources(folder)}/**/*.ts`)
        .map(read)
        .join('\n')
      const { inputs, outputs } = parse(read(join(folder, 'action.yml'))) as Manifest
      const names = [
        ...code.matchAll(/\bread[A-Z]\w+(?:<\w+>)?\(\s*'([a-z-]+)'|'INPUT_([A-Z-]+)'|\bINPUT_([A-Z]+)\b/gu),
      ]
      const readNames = names.map(([, name, ...others]) => name ?? others.join('').toLowerCase())
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(readNames))
      for (const name of Object.keys(inputs))
        expect(code.includes(`'${name}'`) || code.includes(`INPUT_${name.toUpperCase()}`), name).toBe(true)
      for (const name of Object.keys(outputs)) expect(code, name).toMatch(new RegExp(`\\b${name}\\b`, 'u'))
    })
  },
)
