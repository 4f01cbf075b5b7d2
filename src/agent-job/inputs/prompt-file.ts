import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { InputReader } from '../../runner/inputs.ts'
import { isInside } from '../../runner/workspace.ts'
import { isCommentEvent, type Trigger } from '../trigger/trigger.ts'

/** A longer file is most likely the wrong one. */
const MAXIMUM_FILE_BYTES = 1024 * 1024

/**
 * The instruction that the inputs bring, from `prompt` or `prompt-file`; empty when neither is set. Problems are
 * collected in `reader`; nothing is thrown.
 */
export function readPromptInput(
  reader: InputReader,
  inputs: { jobId: string; trigger: Pick<Trigger, 'eventName'>; workspace: string },
): string {
  const { jobId, trigger, workspace } = inputs
  const prompt = reader.text('prompt')
  const file = reader.text('prompt-file')
  if (file !== '' && prompt === '') return readPromptFile(reader, file, workspace)
  if (file !== '') reader.refuse('prompt-file', file, 'Remove it, or remove `prompt`.')
  const isNeeded = jobId === '' && !isCommentEvent(trigger)
  const instruction = `Set \`prompt\` or \`prompt-file\`: the event "${trigger.eventName}" has no instruction.`
  if (isNeeded && prompt === '') reader.refuse('prompt', '', instruction)
  return prompt
}

/** Reads a file of the workspace, following no link out of it. */
function readPromptFile(reader: InputReader, path: string, workspace: string): string {
  try {
    const root = realpathSync(workspace)
    const file = realpathSync(resolve(root, path))
    if (!isInside(root, file)) throw new UnusableFileError('Write the path of a file inside the workspace.')
    const text = decode(readBytes(file)).trim()
    if (text === '') throw new UnusableFileError('The file is empty. Write an instruction into it.')
    return text.replaceAll(/\r\n?/gu, '\n')
  } catch (error) {
    reader.refuse('prompt-file', path, error instanceof UnusableFileError ? error.message : UNREADABLE)
    return ''
  }
}

const UNREADABLE = "The file can't be read. Check its path, and that a checkout step runs first."

/** The message is the instruction for `refuse`. */
class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'
}

function readBytes(file: string): Buffer {
  // Without the flag, opening a pipe waits for a writer. Windows has neither pipes in folders nor the flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new UnusableFileError('Write the path of a file, not of a folder, a pipe or a device.')
    if (stats.size > MAXIMUM_FILE_BYTES) throw new UnusableFileError('The file is larger than 1 MiB. Shorten it.')
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function decode(bytes: Buffer): string {
  // UTF-16 of English text is UTF-8, too, with a NUL behind each letter.
  if (bytes.includes(0) || !isUtf8(bytes)) throw new UnusableFileError('Save the file as UTF-8.')
  return new TextDecoder().decode(bytes)
}
