/**
 * Fills the tables of inputs and outputs in the READMEs from the `action.yml` beside each.
 * Usage: `npm run readme`. A test says when it has to be run again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

/** The folders of the actions, from the root of the repository. */
export const ACTION_FOLDERS = ['.', 'page-views'] as const

const root = resolve(import.meta.dirname, '..')

interface Description {
  description: string
  required?: boolean
  default?: string
}

/**
 * `readme` with the tables that its `action.yml` makes, between `<!-- inputs -->` and `<!-- /inputs -->`, and the same
 * for outputs. Without these marks it stays as it is.
 */
export function fillTables(readme: string, actionYml: string): string {
  const { inputs, outputs } = parse(actionYml) as Record<'inputs' | 'outputs', Record<string, Description>>
  const inputRows = Object.entries(inputs).map(([name, { description, required, default: value }]) => [
    code(name),
    required === true ? 'required' : code(value ?? ''),
    escapePipes(description),
  ])
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [
    code(name),
    escapePipes(description),
  ])
  const withInputs = replaceBetween(readme, 'inputs', formatTable(['input', 'default', 'meaning'], inputRows))
  return replaceBetween(withInputs, 'outputs', formatTable(['output', 'meaning'], outputRows))
}

function replaceBetween(text: string, mark: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`, 'u')
  return text.replace(pattern, (_all, start: string, end: string) => `${start}\n${content}\n\n${end}`)
}

function formatTable(header: string[], rows: string[][]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function code(text: string): string {
  return text === '' ? '' : `\`${escapePipes(text)}\``
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|')
}

if (import.meta.main) {
  for (const folder of ACTION_FOLDERS) {
    const path = join(root, folder, 'README.md')
    if (!existsSync(path)) continue
    const readme = readFileSync(path, 'utf8')
    writeFileSync(path, fillTables(readme, readFileSync(join(root, folder, 'action.yml'), 'utf8')))
  }
}
