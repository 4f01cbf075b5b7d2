import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { InputReader } from '../../runner/inputs.ts'
import { removeHiddenText } from '../../untrusted/hidden-text.ts'
import { untrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs.ts'
import { parseCommand } from './command.ts'
import type { Prompt } from './prompt.ts'
import { isCommentEvent, type Trigger } from './trigger.ts'

/** What this run is asked to do. */
export type Request =
  | { kind: 'help' }
  | { kind: 'attach'; jobId: string }
  | { kind: 'prompt'; prompt: Prompt }

/** A prompt that is longer is a mistake: a wrong file, most likely. */
const MAXIMUM_FILE_BYTES = 1024 * 1024

/**
 * The prompt that the inputs bring, from `prompt` or `prompt-file`; empty when neither is set. Problems are
 * noted at `reader`; nothing is thrown.
 */
export function readInputPrompt(
  reader: InputReader,
  inputs: Inputs,
  trigger: Trigger,
  workspace: string,
): string {
  // Both together were refused already; what is in the file does not matter then.
  const isInFile = inputs.promptFile !== '' && inputs.prompt === ''
  const prompt = isInFile ? readPromptFile(reader, inputs.promptFile, workspace) : inputs.prompt
  const isNeeded = inputs.jobId === '' && !(isCommentEvent(trigger) && inputs.command !== '')
  if (isNeeded && prompt === '' && inputs.promptFile === '')
    reader.refuse(
      'prompt',
      '',
      `an instruction, in \`prompt\` or \`prompt-file\`; the event "${trigger.eventName}" brings none`,
    )
  return prompt
}

/** What the trigger and the inputs ask for together. */
export function readRequest(trigger: Trigger, inputs: Inputs, inputPrompt: string): Request {
  if (inputs.jobId !== '') return { kind: 'attach', jobId: inputs.jobId }
  if (trigger.comment === undefined || inputs.command === '') return fromInputs(inputPrompt)

  const visible = removeHiddenText(trigger.comment.body)
  // Asked again of what a reader sees: the prompt may have been nothing but hidden text.
  const command = parseCommand(visible.text, inputs.command)
  if (command.kind === 'prompt')
    return { kind: 'prompt', prompt: { text: command.text, removals: visible.removals } }
  if (command.kind === 'bare' && inputPrompt !== '') return fromInputs(inputPrompt)
  return { kind: 'help' }
}

function fromInputs(text: string): Request {
  return { kind: 'prompt', prompt: { text: untrustedText(text), removals: 0 } }
}

/** Reads a file of the workspace, following no link out of it. */
function readPromptFile(reader: InputReader, path: string, workspace: string): string {
  try {
    const root = realpathSync(workspace)
    const file = realpathSync(resolve(root, path))
    const inside = relative(root, file)
    if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) {
      reader.refuse('prompt-file', path, 'a file inside the workspace')
      return ''
    }
    const text = readWhole(file).trim()
    if (text === '') reader.refuse('prompt-file', path, 'a file with an instruction in it; this one is empty')
    return text
  } catch (error) {
    const reason =
      error instanceof RangeError
        ? error.message
        : 'this one cannot be read (did a checkout step run before?)'
    reader.refuse('prompt-file', path, `a readable UTF-8 file in the workspace; ${reason}`)
    return ''
  }
}

function readWhole(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(MAXIMUM_FILE_BYTES + 1)
    const length = readSync(descriptor, bytes, 0, bytes.length, 0)
    if (length > MAXIMUM_FILE_BYTES) throw new RangeError('this one is larger than 1 MiB')
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
}
