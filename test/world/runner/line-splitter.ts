/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  /** The lines that are complete after these bytes. */
  push(bytes: Uint8Array): string[]
  /** The last line, when no line end came after it. */
  end(): string[]
}

/**
 * A splitter with the runner's idea of a line: it ends at `\n`, at `\r\n`, and at a `\r` on its own, so that text
 * which a terminal would show over the same line is a line of its own here. Bytes that are not UTF-8 become U+FFFD.
 */
export function createLineSplitter(): LineSplitter {
  const decoder = new TextDecoder()
  let rest = ''
  let endedWithCarriageReturn = false

  function take(text: string): string[] {
    if (text === '') return []
    // A `\n` right after a `\r` belongs to the line end that has been seen already.
    const fresh = endedWithCarriageReturn && text.startsWith('\n') ? text.slice(1) : text
    endedWithCarriageReturn = text.endsWith('\r')
    const lines = (rest + fresh).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    return lines
  }

  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end: () => {
      const lines = take(decoder.decode())
      const last = rest === '' ? [] : [rest]
      rest = ''
      return [...lines, ...last]
    },
  }
}
