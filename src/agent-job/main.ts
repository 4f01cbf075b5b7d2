import type { Fetch } from '../network/fetch.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { EventError, readEvent, type WorkflowEvent } from '../runner/event.ts'
import { InputReader } from '../runner/inputs.ts'
import { createOutputs, createState } from '../runner/outputs.ts'
import { type Runner, runAction } from '../runner/run-action.ts'
import { answer } from './answer.ts'
import { finishComment } from './finish-comment.ts'
import { hideSecretInputs, INPUT_DEFAULTS, readEarlyInputs } from './inputs/early-inputs.ts'
import { findNothingToDo } from './request/nothing-to-do.ts'
import { type OutputName, writeOutputs } from './result/outputs.ts'
import { parseTrigger } from './trigger/parse-trigger.ts'

/** The action's two steps. `index` and `post`, which the runner starts, start them. */
export const runMain = (): Promise<void> => runAction(main)
export const runPost = (): Promise<void> => runAction(post)

/**
 * The action's `main`: answers the event that started this run.
 * @param fetch by default, sends requests to the network
 */
export async function main(runner: Runner, fetch?: Fetch): Promise<void> {
  const reader = new InputReader(runner.secrets, INPUT_DEFAULTS)
  const outputs = createOutputs<OutputName>(runner)
  const secretInputs = hideSecretInputs(reader)
  const event = readEventOrFail(runner)
  if (event === undefined) return writeOutputs(outputs, { outcome: 'error' })

  const trigger = parseTrigger(event)
  // With a key as the command, no comment has it.
  const nothing = reader.isMisplaced('command') ? undefined : findNothingToDo(trigger, readEarlyInputs(reader))
  if (nothing !== undefined) {
    const text = `Nothing to do: ${nothing.reason}`
    writeOutputs(outputs, { outcome: 'skipped', problem: text })
    // The other inputs aren't checked: a comment without a command doesn't need them.
    if (reader.list('fail-on').includes('skipped')) return runner.fail('Documentation job: skipped', text)
    return nothing.isSurprising ? runner.log.notice('Documentation job: skipped', text) : runner.log.info(text)
  }

  const cancellation = listenForCancellation()
  try {
    const { signal } = cancellation
    await answer(trigger, { runner, reader, outputs, secretInputs, signal, fetch })
  } finally {
    cancellation.stop()
  }
}

/** The action's `post`: finishes the comment of a run whose `main` couldn't. */
export async function post(runner: Runner): Promise<void> {
  const secretInputs = hideSecretInputs(new InputReader(runner.secrets))
  const state = createState(runner)
  if (state.read('phase') !== 'started') return
  await finishComment(runner, secretInputs, state)
}

function readEventOrFail(runner: Runner): WorkflowEvent | undefined {
  try {
    return readEvent(process.env)
  } catch (error) {
    if (!(error instanceof EventError)) throw error
    runner.fail("The event can't be read", error.message)
    return undefined
  }
}
