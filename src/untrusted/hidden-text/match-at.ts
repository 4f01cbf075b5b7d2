/** What a sticky or global pattern matches at or after `at`. It goes on from where it is told to, not where it was. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}
