import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { InputReader } from '../../runner/inputs.ts'
import { isInside } from '../../runner/workspace.ts'
import { isCommentEvent, type Trigger } from './trigger.ts'

/** A longer file is most likely the wrong one. */
const MAXIMUM_FILE_BYTES = 1024 * 1024

/**
 * The instruction that the inputs bring, from `prompt` or `prompt-file`; empty when neither is set. Problems are
 * collected in `reader`; nothing is thrown.
 */
export function readPromptInput(
  reader: InputReader,
  inputs: { command: string; jobId: string; trigger: Pick<Trigger, 'eventName'>; workspace: string },
): string {
  const { command, jobId, trigger, workspace } = inputs
  const prompt = reader.text('prompt')
  const file = reader.text('prompt-file')
  if (file !== '' && prompt === '') return readPromptFile(reader, file, workspace)
  if (file !== '')
    reader.refuse(
      'prompt-file',
      file,
      'nothing while `prompt` is set as well: the prompt comes from one place',
    )
  const isNeeded = jobId === '' && !(isCommentEvent(trigger) && command !== '')
  if (isNeeded && prompt === '')
    reader.refuse(
      'prompt',
      '',
      `an instruction, in \`prompt\` or \`prompt-file\`; the event "${trigger.eventName}" brings none`,
    )
  return prompt
}

/** Reads a file of the workspace, following no link out of it. */
function readPromptFile(reader: InputReader, path: string, workspace: string): string {
  try {
    const root = realpathSync(workspace)
    const file = realpathSync(resolve(root, path))
    if (!isInside(root, file)) {
      reader.refuse('prompt-file', path, 'a file inside the workspace')
      return ''
    }
    const text = readWhole(file).trim()
    if (text === '') reader.refuse('prompt-file', path, 'a file with an instruction in it; this one is empty')
    return text
  } catch (error) {
    const reason =
      error instanceof RangeError ? error.message : "this one can't be read (did a checkout step run before?)"
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
