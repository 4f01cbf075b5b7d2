import type { ListedFile } from './world.ts'

/** Lines around a change that its patch shows. */
const CONTEXT_LINES = 3

/** How a file differs, in one hunk; nothing is counted in a binary file. */
export function diffFile(
  before: Buffer,
  after: Buffer,
): Pick<ListedFile, 'additions' | 'deletions' | 'patch'> {
  if (before.includes(0) || after.includes(0)) return { additions: 0, deletions: 0 }
  const old = splitLines(before)
  const now = splitLines(after)
  const start = countCommon(old, now)
  const end = countCommon(old.slice(start).reverse(), now.slice(start).reverse())
  const first = Math.max(0, start - CONTEXT_LINES)
  const last = Math.min(old.length, old.length - end + CONTEXT_LINES)
  const lines = [
    ...old.slice(first, start).map((line) => ` ${line}`),
    ...markLines(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end, last).map((line) => ` ${line}`),
  ]
  const count = (marks: RegExp) => lines.filter((line) => marks.test(line)).length
  const header = `@@ -${showRange(first, count(/^[ -]/))} +${showRange(first, count(/^[ +]/))} @@`
  return { additions: count(/^\+/), deletions: count(/^-/), patch: [header, ...lines].join('\n') }
}

/** Lines that go and come, around the longest stretch that stays. */
function markLines(old: readonly string[], now: readonly string[]): string[] {
  let longest = { length: 0, old: 0, now: 0 }
  for (const [index] of old.entries()) {
    for (const [other, line] of now.entries()) {
      if (line !== old[index]) continue
      const length = countCommon(old.slice(index), now.slice(other))
      if (length > longest.length) longest = { length, old: index, now: other }
    }
  }
  if (longest.length === 0) return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)]
  return [
    ...markLines(old.slice(0, longest.old), now.slice(0, longest.now)),
    ...old.slice(longest.old, longest.old + longest.length).map((line) => ` ${line}`),
    ...markLines(old.slice(longest.old + longest.length), now.slice(longest.now + longest.length)),
  ]
}

function splitLines(text: Buffer): string[] {
  return text.length === 0 ? [] : text.toString().replace(/\n$/, '').split('\n')
}

/** How many lines both begin with. */
function countCommon(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((line, number) => line !== b[number])
  return index < 0 ? a.length : index
}

function showRange(first: number, count: number): string {
  if (count === 1) return String(first + 1)
  return `${count === 0 ? first : first + 1},${count}`
}
