/**
 * Fills the inputs, outputs and outcomes of each page, from `action.yml` and the table of outcomes.
 * Usage: `npm run readme`. A test fails until it is run.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { DEFAULT_FAIL_ON, failsStep, OUTCOMES, type Outcome } from '../src/agent-job/outcome.ts'

const root = resolve(import.meta.dirname, '..')

/** What each outcome means, and what a re-run does. */
const MEANINGS: Readonly<Record<Outcome, [when: string, onRerun: string]>> = {
  'pull-request': ['The agent opened or updated a pull request.', 'Reports it again'],
  'no-pull-request': ['The job completed without a pull request.', 'Reports it again'],
  archived: ['The job was archived.', 'Sends the prompt again, unless the job has a pull request'],
  submitted: ["The job is still active, and the run didn't wait for it (`wait: false`).", 'Waits for the job'],
  checked: ['The setup check passed.', 'Checks again'],
  skipped: ['The event starts no job, or contains no change to document.', ''],
  denied: ["The commenter can't use the command.", 'Checks the permission again'],
  failed: ['The job failed.', 'Sends the prompt again'],
  'timed-out': ['The job was still active at the end of `timeout`.', 'Waits for the job'],
  cancelled: ['The run was canceled.', "Waits for the job, or sends the prompt if it wasn't sent"],
  unknown: [
    "The action couldn't confirm that the prompt was received.",
    'Sends nothing: [start again](commands.md#at-most-once)',
  ],
  error: [
    'Anything else, such as an invalid input, a refused key, or a rate limit that lasts too long.',
    'Tries again',
  ],
}
const EMOJI = { rocket: '🚀', confused: '😕', '-1': '👎' } as const

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

/** A page with its tables, each between marks such as `<!-- inputs -->` and `<!-- /inputs -->`. */
export function fillTables(page: string, actionYml: string): string {
  const { inputs, outputs } = parse(actionYml) as Record<'inputs' | 'outputs', Record<string, Description>>
  const tables = { inputs: tabulateInputs(inputs), outputs: tabulateOutputs(outputs), outcomes: tabulateOutcomes() }
  return Object.entries(tables).reduce((text, [mark, table]) => {
    const pattern = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`, 'u')
    return text.replace(pattern, (_all, start: string, end: string) => `${start}\n${table}\n\n${end}`)
  }, page)
}

function tabulateInputs(inputs: Record<string, Description>): string {
  const rows = Object.entries(inputs).map(([name, { description, required, default: value = '' }]) => [
    `\`${name}\``,
    required ? 'Required' : value && `\`${value}\``,
    description,
  ])
  return formatTable(['Input', 'Default', 'Description'], rows)
}

function tabulateOutputs(outputs: Record<string, Description>): string {
  const rows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description])
  return formatTable(['Output', 'Description'], rows)
}

function tabulateOutcomes(): string {
  const rows = Object.entries(MEANINGS).map(([name, [when, onRerun]]) => {
    const outcome = name as Outcome
    const { reaction } = OUTCOMES[outcome]
    const byInput = failsStep(outcome, DEFAULT_FAIL_ON) ? 'Red by `fail-on`' : 'Green'
    const color = failsStep(outcome, []) ? 'Red' : byInput
    return [`\`${name}\``, when, color, reaction ? EMOJI[reaction] : '', onRerun]
  })
  return formatTable(['Outcome', 'Meaning', 'Step', 'Reaction', 'A re-run'], rows)
}

function formatTable(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (import.meta.main) {
  for (const folder of ACTION_FOLDERS) {
    const path = join(root, findPage(folder))
    const actionYml = readFileSync(join(root, folder, 'action.yml'), 'utf8')
    writeFileSync(path, fillTables(readFileSync(path, 'utf8'), actionYml))
  }
}
