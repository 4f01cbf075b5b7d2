/** A command file (`GITHUB_OUTPUT`, `GITHUB_STATE`, `GITHUB_ENV`) that breaks the format. The runner fails the step. */
export class FileCommandError extends Error {
  override readonly name = 'FileCommandError'
}

/**
 * Read the pairs of a command file: `name=value`, or `name<<delimiter`, lines of a value, and the delimiter on a line
 * of its own. A generator, since what comes before a mistake counts. Throws FileCommandError at the mistake.
 */
export function* readPairs(text: string): Generator<[name: string, value: string]> {
  let index = 0
  while (index < text.length) {
    const line = readLine(text, index)
    index = line.next
    if (line.text !== '') {
      const pair = readPair(text, line.text, index)
      index = pair.next
      yield [pair.name, pair.value]
    }
  }
}

/** Read the paths of a `GITHUB_PATH` file, one a line. */
export function readPaths(text: string): string[] {
  return text.split(/\r\n|\n|\r/).filter((line) => line !== '')
}

interface Line {
  text: string
  /** Where the next line starts. */
  next: number
  /** Whether a line end was there; the text may stop without one. */
  ended: boolean
}

// On Linux only `\n` ends a line here, unlike in the log; a `\r` before it belongs to the value.
function readLine(text: string, index: number): Line {
  const end = text.indexOf('\n', index)
  return end < 0
    ? { text: text.slice(index), next: text.length, ended: false }
    : { text: text.slice(index, end), next: end + 1, ended: true }
}

interface Pair {
  name: string
  value: string
  next: number
}

function readPair(text: string, line: string, next: number): Pair {
  const equals = line.indexOf('=')
  const heredoc = line.indexOf('<<')
  if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
    return { name: line.slice(0, equals), value: line.slice(equals + 1), next }
  }
  if (heredoc < 0) {
    throw new FileCommandError(`Invalid format '${line}'`)
  }
  const name = line.slice(0, heredoc)
  const delimiter = line.slice(heredoc + 2)
  if (name === '' || delimiter === '') {
    throw new FileCommandError(
      `Invalid format '${line}'. Name must not be empty and delimiter must not be empty`,
    )
  }
  return { name, ...readHeredoc(text, delimiter, next) }
}

function readHeredoc(text: string, delimiter: string, start: number): { value: string; next: number } {
  let index = start
  let end = start
  while (index < text.length) {
    const line = readLine(text, index)
    if (line.text === delimiter) {
      return { value: text.slice(start, Math.max(start, end)), next: line.next }
    }
    if (!line.ended) {
      throw new FileCommandError('Invalid value. EOF marker missing new line.')
    }
    index = line.next
    end = line.next - 1
  }
  throw new FileCommandError(`Invalid value. Matching delimiter not found '${delimiter}'`)
}
