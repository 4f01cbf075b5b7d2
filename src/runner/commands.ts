import { appendFileSync, writeSync } from 'node:fs'

// For these functions, `@actions/core` would load all of `crypto`, `fs.promises` and the streams, and every comment of
// a repository starts the root action.

const STANDARD_OUTPUT = 1

/** The wait before another try to write to a full pipe. */
const PAUSE_MS = 5

/** The standard output of the step. Setting up `process.stdout` would double the time for an ignored comment. */
export const standardOutput = {
  /** Writes all of `text` before it returns. Ignores errors, such as of a closed pipe. */
  write(text: string): void {
    let rest: Buffer = Buffer.from(text)
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest))
      } catch (error) {
        // The pipe is full: https://man7.org/linux/man-pages/man2/write.2.html
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
      }
    }
  },
}

export function isDebug(): boolean {
  return process.env['RUNNER_DEBUG'] === '1'
}

/**
 * Prints a workflow command. Only line breaks in `data` and `title` are escaped: the caller escapes the rest.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function printCommand(name: string, data: string, title = ''): void {
  const property = title === '' ? '' : ` title=${escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}`
  standardOutput.write(`::${name}${property}::${escapeData(data)}\n`)
}

/**
 * Adds a name and its value to one of the runner's files, unless there is no such file. A value with line breaks ends
 * at a random delimiter.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#multiline-strings
 * @throws Error if the file can't be written
 */
export function appendToRunnerFile(variable: 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string): void {
  const path = process.env[variable] ?? ''
  if (path === '') return
  let entry = `${name}=${value}\n`
  if (/[\r\n]/u.test(value)) {
    const delimiter = `ghadelimiter_${process.getBuiltinModule('node:crypto').randomUUID()}`
    entry = `${name}<<${delimiter}\n${value}\n${delimiter}\n`
  }
  appendFileSync(path, entry)
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
