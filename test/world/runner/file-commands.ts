import { existsSync, readFileSync } from 'node:fs'
import type { CommandFiles } from './environment.ts'
import { splitLines } from './line-splitter.ts'
import type { PhaseLog } from './phase-log.ts'

/**
 * Reads what a step left in its files into its log, and gives the summary as it is written and as it is shown. What an action sets for steps of others (`GITHUB_ENV`, `GITHUB_PATH`) is not read.
 */
export function readFiles(files: CommandFiles, log: PhaseLog): { rawSummary: string; summary: string } {
  try {
    for (const [name, value] of readPairs(readText(files.GITHUB_OUTPUT))) log.outputs.set(name, value)
  } catch (error) {
    if (!(error instanceof FileCommandError)) throw error
    log.fail("Unable to process file command 'output' successfully.", error.message)
  }
  const rawSummary = readText(files.GITHUB_STEP_SUMMARY)
  return { rawSummary, summary: showSummary(rawSummary, log) }
}

const summaryLimitBytes = 1024 * 1024

function showSummary(text: string, log: PhaseLog): string {
  if (Buffer.byteLength(text) > summaryLimitBytes) {
    const message = '$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k'
    log.annotate('error', message, 'runner')
    return ''
  }
  return splitLines(text)
    .map((line) => `${log.mask(line)}\n`)
    .join('')
}

// An action may remove its command files; the runner does not mind.
function readText(file: string): string {
  return existsSync(file) ? new TextDecoder().decode(readFileSync(file)) : ''
}

/** A command file that breaks the format. The runner fails the step. */
class FileCommandError extends Error {
  override readonly name = 'FileCommandError'
}

/**
 * Read the pairs of a command file: `name=value`, or `name<<delimiter`, lines of a value, and the delimiter on a line
 * of its own. A generator, since what comes before a mistake counts. Throws FileCommandError at the mistake.
 */
export function* readPairs(text: string): Generator<[name: string, value: string]> {
  // On Linux only `\n` ends a line here, unlike in the log; a `\r` before it belongs to the value.
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const [, name = '', separator, rest = ''] = /^(.*?)(=|<<)(.*)$/s.exec(line) ?? []
    if (separator === undefined) throw new FileCommandError(`Invalid format '${line}'`)
    if (separator === '=') {
      yield [name, rest]
      continue
    }
    const invalid = `Invalid format '${line}'. Name must not be empty and delimiter must not be empty`
    if (name === '' || rest === '') throw new FileCommandError(invalid)
    const end = lines.indexOf(rest, index + 1)
    if (end < 0) throw new FileCommandError(`Invalid value. Matching delimiter not found '${rest}'`)
    yield [name, lines.slice(index + 1, end).join('\n')]
    index = end
  }
}
