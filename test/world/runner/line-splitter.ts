/** Cuts a stream of bytes into lines, as the runner does. Bytes that are not UTF-8 become U+FFFD. */
export function createLineSplitter() {
  const decoder = new TextDecoder()
  let rest = ''
  return {
    /** Gives the lines that are certainly complete after these bytes. */
    push(bytes: Uint8Array): string[] {
      rest += decoder.decode(bytes, { stream: true })
      // A `\r` at the end may be half of a line end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines
    },
    /** Gives what is left. */
    end: (): string[] => splitLines(rest + decoder.decode()),
  }
}

/**
 * The lines of a text as the runner reads them: a line ends at `\n`, at `\r\n`, and at a `\r` on its own, so that text
 * which a terminal would show over the same line is a line of its own here.
 */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  // A line end at the end does not begin another line.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
