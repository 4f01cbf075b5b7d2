/**
 * Fills what the pages say of inputs, outputs and outcomes from each `action.yml`, and from the code, and the list of
 * headlines in docs/troubleshooting.md.
 * Usage: `npm run readme`. A test says when it has to be run again.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { CAUSES } from '../src/agent-job/causes.ts'
import type { Outcome } from '../src/agent-job/outcome.ts'
import { fillIn } from '../src/agent-job/result/fill-in.ts'

const root = resolve(import.meta.dirname, '..')

/** What each outcome means, without the case of a single run that a headline names. */
const MEANINGS: Readonly<Record<Outcome, string>> = {
  'pull-request': 'The agent opened or updated a documentation pull request.',
  'no-pull-request': 'The job ended without a pull request.',
  archived: 'The job was archived.',
  submitted: "The job was created, and the run didn't wait for it (`wait: false`).",
  'dry-run': 'The setup check passed.',
  skipped: 'The run had nothing to do, or only showed the help.',
  denied: "The commenter can't use the command.",
  duplicate: 'Another run already handles this comment or event, or a later run of the same workflow took over.',
  failed: 'The job failed.',
  'timed-out': 'The run stopped waiting for the job at the end of `timeout`.',
  unavailable:
    "The prompt couldn't be sent: for example, the service or GitHub was unavailable, a limit was reached, or too little of `timeout` was left.",
  cancelled: 'The run was canceled.',
  unknown:
    "The action couldn't confirm that the service received the prompt. If the action posted a comment, a re-run doesn't send the prompt again.",
  error:
    'The run failed for another reason: for example, an input is invalid, a permission is missing, or the service refused the key or the request.',
}

/** The folders of the actions, from the root of the repository. */
export const ACTION_FOLDERS = globSync('{,*/}action.yml', { cwd: root }).map(dirname).toSorted()

/** The page that describes the action of a folder, from the root of the repository. */
export function findPage(folder: string): string {
  return folder === '.' ? 'docs/reference.md' : `${folder}/README.md`
}

interface Description {
  description: string
  required?: boolean
  default?: string
}

type Described = [name: string, description: Description]

/**
 * A page with what an `action.yml` says, between `<!-- inputs -->` and `<!-- /inputs -->`, and the same for outputs: tables, or
 * lists where `action.yml` puts its inputs in groups. Between the marks of outcomes is a line for each.
 * Without marks it stays as it is.
 */
export function fillTables(page: string, actionYml: string): string {
  const { inputs, outputs } = parse(actionYml) as Record<'inputs' | 'outputs', Record<string, Description>>
  const groups = groupInputs(Object.entries(inputs), actionYml)
  const isGrouped = groups.some(([title]) => title !== '')
  const withInputs = replaceBetween(page, 'inputs', isGrouped ? listGroups(groups) : tabulate(inputs))
  const outputList = Object.entries(outputs)
  const withOutputs = replaceBetween(withInputs, 'outputs', isGrouped ? list(outputList) : tabulateOutputs(outputList))
  return replaceBetween(withOutputs, 'outcomes', listOutcomes())
}

/** Fills `page` with the headline of every cause, and its advice. */
export function fillHeadlines(page: string): string {
  const context = {
    now: () => 0,
    askedBy: 'writer',
    attempt: 1,
    command: '/docs',
    hasDashboard: false,
    isAttached: false,
    isDryRun: false,
    followUp: 'auto',
    projectId: '',
    runUrl: new URL('https://github.com'),
  }
  const lines = Object.entries(CAUSES).map(([name, { headline, advice }]) => {
    return `* **${headline}** (\`${name}\`). ${fillIn(advice, context).text}`.trim()
  })
  return replaceBetween(page, 'causes', lines.join('\n'))
}

function replaceBetween(text: string, mark: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`, 'u')
  return text.replace(pattern, (_all, start: string, end: string) => `${start}\n${content}\n\n${end}`)
}

function listOutcomes(): string {
  const lines = Object.entries(MEANINGS).map(([name, meaning]) => `* \`${name}\`: ${meaning}`)
  return lines.join('\n')
}

/** Groups the inputs by the last comment above them. Inputs with the same comment are one group. */
function groupInputs(inputs: Described[], actionYml: string): [title: string, Described[]][] {
  const titles = new Map(
    [...actionYml.matchAll(/^ {2}# (.+)\n {2}([\w-]+):$/gm)].map(([, title, name]) => [name, title]),
  )
  const groups = new Map<string, Described[]>()
  let current = ''
  for (const input of inputs) {
    current = titles.get(input[0]) ?? current
    groups.set(current, [...(groups.get(current) ?? []), input])
  }
  return [...groups]
}

/** On a phone, a list reads better than a table of three columns. */
function listGroups(groups: [title: string, Described[]][]): string {
  return groups.map(([title, inputs]) => `**${title}**\n\n${list(inputs)}`).join('\n\n')
}

function list(described: Described[]): string {
  const lines = described.map(([name, { description, required, default: value = '' }]) => {
    const note = required === true ? ' Required.' : value === '' ? '' : ` Default: \`${value}\`.`
    // `action.yml` links from the root, and the page is in `docs`.
    return `* \`${name}\`: ${description.replaceAll('](docs/', '](')}${note}`
  })
  return lines.join('\n')
}

function tabulate(inputs: Record<string, Description>): string {
  const rows = Object.entries(inputs).map(([name, { description, required, default: value }]) => [
    code(name),
    required === true ? 'required' : code(value ?? ''),
    escapePipes(description),
  ])
  return formatTable(['input', 'default', 'meaning'], rows)
}

function tabulateOutputs(outputs: Described[]): string {
  const rows = outputs.map(([name, { description }]) => [code(name), escapePipes(description)])
  return formatTable(['output', 'meaning'], rows)
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
    const path = join(root, findPage(folder))
    if (!existsSync(path)) continue
    const actionYml = readFileSync(join(root, folder, 'action.yml'), 'utf8')
    writeFileSync(path, fillTables(readFileSync(path, 'utf8'), actionYml))
  }
  const page = join(root, 'docs/troubleshooting.md')
  writeFileSync(page, fillHeadlines(readFileSync(page, 'utf8')))
}
