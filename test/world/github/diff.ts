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
  const lead = old.slice(first, start)
  const removed = old.slice(start, old.length - end)
  const added = now.slice(start, now.length - end)
  const trail = old.slice(old.length - end).slice(0, CONTEXT_LINES)
  const around = lead.length + trail.length
  const ranges = `-${showRange(first, around + removed.length)} +${showRange(first, around + added.length)}`
  const marked = [lead, removed, added, trail].map((lines, part) => lines.map((line) => ` -+ `[part] + line))
  const patch = [`@@ ${ranges} @@`, ...marked.flat()].join('\n')
  return { additions: added.length, deletions: removed.length, patch }
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
