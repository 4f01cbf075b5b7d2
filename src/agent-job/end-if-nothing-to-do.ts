import { appendFileSync } from 'node:fs'
import { readEvent } from '../runner/event.ts'
import { InputReader } from '../runner/inputs.ts'
import { findMisplacedKeys } from '../runner/mistaken-inputs.ts'
import { escapeCommands } from '../untrusted/escape.ts'
import { INPUT_DEFAULTS, readEarlyInputs } from './inputs/early-inputs.ts'
import { findNothingToDo } from './request/nothing-to-do.ts'
import { parseTrigger } from './trigger/parse-trigger.ts'

/**
 * Ends a run whose event asks for nothing, before any package is loaded: GitHub starts the root action for every
 * comment in a repository, and most contain no command. The other outputs are empty anyway.
 * @returns false if there may be something to do, or more to say than one line of the log; `main.ts` decides again
 */
export function endIfNothingToDo(environment: NodeJS.ProcessEnv): boolean {
  // `main.ts` masks them before it prints anything.
  if (findMisplacedKeys(environment).length > 0) return false
  const reader = new InputReader({ hide: () => {}, redact: (text) => text }, INPUT_DEFAULTS)
  if (reader.list('fail-on').includes('skipped')) return false
  try {
    const nothing = findNothingToDo(parseTrigger(readEvent(environment)), readEarlyInputs(reader))
    if (nothing === undefined || nothing.isSurprising) return false
    if (environment['GITHUB_OUTPUT']) appendFileSync(environment['GITHUB_OUTPUT'], 'outcome=skipped\n')
    process.stdout.write(`${escapeCommands(`Nothing to do: ${nothing.reason}`)}\n`)
    return true
  } catch {
    return false
  }
}
