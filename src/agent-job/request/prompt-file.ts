import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isInside } from '../../runner/event.ts'
import type { InputReader } from '../../runner/inputs.ts'
import { isCommentEvent, type Trigger } from './trigger.ts'

/** A longer file is most likely the wrong one. */
const MAXIMUM_FILE_BYTES = 1024 * 1024

/**
 * The instruction that the inputs bring, from `prompt` or `prompt-file`; empty when neither is set. Problems are
 * collected in `reader`; nothing is thrown.
 */
export function readPromptInput(
  reader: InputReader,
  inputs: {
    command: string
    jobId: string
    trigger: Pick<Trigger, 'eventName' | 'isClosedWithoutMerge'>
    workspace: string
  },
): string {
  const { command, jobId, trigger, workspace } = inputs
  const prompt = reader.text('prompt')
  const file = reader.text('prompt-file')
  // Whatever it says, nothing is sent.
  if (trigger.isClosedWithoutMerge) return ''
  if (file !== '' && prompt === '') return readPromptFile(reader, file, workspace)
  if (file !== '') reader.refuse('prompt-file', file, 'nothing while `prompt` is set: use one of them')
  const isNeeded = jobId === '' && !(isCommentEvent(trigger) && command !== '')
  if (isNeeded && prompt === '')
    reader.refuse(
      'prompt',
      '',
      `an instruction, in \`prompt\` or \`prompt-file\`; the event "${trigger.eventName}" has none`,
    )
  return prompt
}

/** Reads a file of the workspace, following no link out of it. */
function readPromptFile(reader: InputReader, path: string, workspace: string): string {
  try {
    const root = realpathSync(workspace)
    const file = realpathSync(resolve(root, path))
    if (!isInside(root, file)) throw new UnusableFileError('a file inside the workspace')
    const text = decode(readWhole(file)).trim()
    if (text === '') throw new UnusableFileError('a file with an instruction; this one is empty')
    // Windows has other line ends, which are none of the agent's business.
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

/** Opening a pipe waits for somebody to write into it, and a device may never end. */
function readWhole(file: string): Buffer {
  if (!statSync(file).isFile()) throw notRegular()
  // It may have been replaced since; Windows has neither pipes in folders nor the flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!fstatSync(descriptor).isFile()) throw notRegular()
    const bytes = Buffer.alloc(MAXIMUM_FILE_BYTES + 1)
    const length = readSync(descriptor, bytes, 0, bytes.length, 0)
    if (length > MAXIMUM_FILE_BYTES) throw new UnusableFileError('a file of up to 1 MiB; this one is larger')
    return bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}

function notRegular(): UnusableFileError {
  return new UnusableFileError('a regular file; this one is a folder, a pipe or a device')
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (hasMark || bytes.includes(0))
    throw new UnusableFileError(
      'text in UTF-8; this one looks like UTF-16. In Windows PowerShell, write it with `-Encoding utf8`',
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableFileError('text in UTF-8; this one has another encoding')
  }
}
