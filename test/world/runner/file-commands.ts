import { existsSync, readFileSync } from 'node:fs'
import type { RunFolders } from './environment.ts'
import type { PhaseLog } from './phase-log.ts'

const summaryLimitBytes = 1024 * 1024

/** Reads what a step left in its files. A summary that is too long is not shown; an output file with a mistake fails the step. */
export function readFiles({ outputFile, summaryFile }: RunFolders, log: PhaseLog) {
  const outputs: Record<string, string> = {}
  try {
    for (const [name, value] of readPairs(readText(outputFile))) outputs[name] = value
  } catch (error) {
    log.fail(Object(error).message)
  }
  const rawSummary = readText(summaryFile)
  const isTooLong = Buffer.byteLength(rawSummary) > summaryLimitBytes
  if (isTooLong)
    log.annotate('error', '$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k', 'runner')
  const lines = isTooLong ? [] : rawSummary.split('\n')
  return { outputs, rawSummary, summary: lines.map((line) => log.mask(line)).join('\n') }
}

// An action may remove its command files; the runner does not mind.
function readText(file: string): string {
  return existsSync(file) ? new TextDecoder().decode(readFileSync(file)) : ''
}

/**
 * Read the pairs of a command file: `name=value`, or `name<<delimiter`, lines of a value, and the delimiter on a line
 * of its own. A generator, since what comes before a mistake counts. Throws an Error at the mistake.
 */
export function* readPairs(text: string): Generator<[name: string, value: string]> {
  // On Linux only `\n` ends a line here, unlike in the log; a `\r` before it belongs to the value.
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const [, name = '', separator, rest = ''] = /^(.*?)(=|<<)(.*)$/s.exec(line) ?? []
    const end = separator === '=' ? index : lines.indexOf(rest, index + 1)
    if (name === '' || (separator === '<<' && (rest === '' || end < 0))) throw new Error(`Invalid format '${line}'`)
    yield [name, separator === '=' ? rest : lines.slice(index + 1, end).join('\n')]
    index = end
  }
}
