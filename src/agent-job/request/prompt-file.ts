import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { isInside } from '../../runner/event.ts'
import type { InputReader } from '../../runner/inputs.ts'
import { isCommandInDescription } from './command.ts'
import { isCommentEvent, type Trigger } from './trigger.ts'

/** For a command in a description. */
export const ONLY_COMMENTS =
  'Commands are read only from comments, not from descriptions: post the command as a comment'

/** A longer file is most likely the wrong one. */
const MAXIMUM_FILE_BYTES = 1024 * 1024

/**
 * The instruction that the inputs bring, from `prompt` or `prompt-file`; empty when neither is set. Problems are
 * collected in `reader`; nothing is thrown.
 */
export function readPromptInput(
  reader: InputReader,
  inputs: { command: string; jobId: string; trigger: Pick<Trigger, 'eventName' | 'description'>; workspace: string },
): string {
  const { command, jobId, trigger, workspace } = inputs
  const prompt = reader.text('prompt')
  const file = reader.text('prompt-file')
  if (file !== '' && prompt === '') return readPromptFile(reader, file, workspace)
  if (file !== '') reader.refuse('prompt-file', file, 'either `prompt` or `prompt-file`, not both')
  const isNeeded = jobId === '' && !isCommentEvent(trigger)
  const allowed = `an instruction, in \`prompt\` or \`prompt-file\`; the event "${trigger.eventName}" has none`
  const hint = isCommandInDescription(trigger, command) ? `. ${ONLY_COMMENTS}` : ''
  if (isNeeded && prompt === '') reader.refuse('prompt', '', allowed + hint)
  return prompt
}

/** Reads a file of the workspace, following no link out of it. */
function readPromptFile(reader: InputReader, path: string, workspace: string): string {
  try {
    const root = realpathSync(workspace)
    const file = realpathSync(resolve(root, path))
    if (!isInside(root, file)) throw new UnusableFileError('a file inside the workspace')
    const text = decode(readBytes(file)).trim()
    if (text === '') throw new UnusableFileError('a file with an instruction; this one is empty')
    return text.replaceAll(/\r\n?/gu, '\n')
  } catch (error) {
    const allowed =
      error instanceof UnusableFileError
        ? error.message
        : "a UTF-8 file in the workspace; this one can't be read. Does a checkout step run first?"
    reader.refuse('prompt-file', path, allowed)
    return ''
  }
}

/** The message says what is allowed. */
class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'
}

function readBytes(file: string): Buffer {
  // Without the flag, opening a pipe waits for a writer. Windows has neither pipes in folders nor the flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new UnusableFileError('a regular file; this one is a folder, a pipe or a device')
    if (stats.size > MAXIMUM_FILE_BYTES) throw new UnusableFileError('a file of up to 1 MiB; this one is larger')
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function decode(bytes: Buffer): string {
  // UTF-16 of English text is UTF-8, too, with a NUL behind each letter.
  if (bytes.includes(0) || !isUtf8(bytes)) throw new UnusableFileError('text in UTF-8; this one has another encoding')
  return new TextDecoder().decode(bytes)
}
