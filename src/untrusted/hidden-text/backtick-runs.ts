/** Finds code between backticks, for a reader that only goes forward. */
export class BacktickRuns {
  readonly #runs: { from: number; length: number }[]
  #next = 0
  /** By length, the runs that are still to come, the first one last. */
  readonly #coming = new Map<number, number[]>()
  /** What GitHub's renderer remembers, by length, once it has looked in vain: `undefined` until then. */
  #remembered: Map<number, number> | undefined
  #rememberedTo = 0

  constructor(text: string) {
    this.#runs = Array.from(text.matchAll(/`+/g), ({ index, 0: run }) => ({
      from: index,
      length: run.length,
    }))
    for (const { from, length } of this.#runs.toReversed()) {
      const coming = this.#coming.get(length) ?? []
      coming.push(from)
      this.#coming.set(length, coming)
    }
  }

  /**
   * How many backticks there are at `from`, and where the code ends that they open, if it is closed.
   *
   * GitHub's renderer remembers where it last saw a run of each length, to not look for one in vain again. It
   * overwrites that with runs farther in front, and so misses code: where it does, the code is not certain.
   * https://github.com/github/cmark-gfm/blob/master/src/inlines.c (`scan_to_closing_backticks`)
   */
  read(from: number): { length: number; end: number | undefined; isCertain: boolean } {
    const length = this.#measure(from)
    const inside = from + length
    const closing = this.#findClosing(inside, length)
    if (closing === undefined) {
      this.#remembered ??= new Map(this.#runs.map((run) => [run.length, run.from]))
      return { length, end: undefined, isCertain: true }
    }
    const isCertain =
      length <= longest && (this.#remembered === undefined || (this.#remembered.get(length) ?? 0) > inside)
    this.#rememberUpTo(closing)
    return { length, end: closing + length, isCertain }
  }

  /** A run may start within one in the text, behind a backslash. */
  #measure(from: number): number {
    for (; this.#next < this.#runs.length; this.#next += 1) {
      const run = this.#runs[this.#next]
      if (run !== undefined && run.from + run.length > from) {
        return run.from + run.length - from
      }
    }
    return 1
  }

  #findClosing(from: number, length: number): number | undefined {
    const coming = this.#coming.get(length) ?? []
    while ((coming.at(-1) ?? Number.POSITIVE_INFINITY) < from) {
      coming.pop()
    }
    return coming.at(-1)
  }

  #rememberUpTo(closing: number): void {
    for (let index = Math.max(this.#rememberedTo, this.#next + 1); index < this.#runs.length; index += 1) {
      const run = this.#runs[index]
      if (run === undefined || run.from > closing) {
        break
      }
      this.#remembered?.set(run.length, run.from)
      this.#rememberedTo = index
    }
  }
}

/** Longer runs are no code to GitHub's renderer. */
const longest = 80
