import { appendFileSync, writeSync } from 'node:fs'

// `@actions/core` loads the whole of `crypto`, `fs.promises` and the streams for what is here, and every comment of a
// repository starts the root action.

const STANDARD_OUTPUT = 1

/** How long to wait for the reader of a full pipe before the next try. */
const PAUSE_MS = 5

/** The standard output of the step. `process.stdout` takes longer to set up than an ignored comment takes otherwise. */
export const standardOutput = {
  /** Returns when all of `text` is written. A log that can't be written, such as into a closed pipe, stops no run. */
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

/** Whether step debugging is on. */
export function isDebug(): boolean {
  return process.env['RUNNER_DEBUG'] === '1'
}

/**
 * Prints a workflow command. Line breaks in `data` and in `title` are escaped; their other content is the caller's.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function printCommand(name: string, data: string, title = ''): void {
  const property =
    title === '' ? '' : ` title=${escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}`
  standardOutput.write(`::${name}${property}::${escapeData(data)}\n`)
}

/**
 * Adds `name` with its value to one of the runner's files; outside a runner there is no file, and nothing to do.
 * A value of one line can't be read as anything else behind `name=`. Others end at a delimiter that nobody can guess.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#multiline-strings
 * @throws Error when the file can't be written
 */
export function appendToRunnerFile(
  variable: 'GITHUB_OUTPUT' | 'GITHUB_STATE',
  name: string,
  value: string,
): void {
  const path = process.env[variable] ?? ''
  if (path === '') return
  const isOneLine = !/[\r\n]/u.test(value)
  appendFileSync(path, isOneLine ? `${name}=${value}\n` : delimit(name, value))
}

function delimit(name: string, value: string): string {
  const delimiter = `ghadelimiter_${process.getBuiltinModule('node:crypto').randomUUID()}`
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
