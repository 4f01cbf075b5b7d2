/** More would take too long for each path. */
const MAXIMUM_GLOBS = 100

/**
 * Expands `{a,b}` and `@(a|b)`, also inside each other, to one glob for each choice.
 * @returns undefined if there are too many
 */
export function expandGroups(glob: string): string[] | undefined {
  const done: string[] = []
  const waiting = [glob]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const group = findGroup(next)
    if (group === undefined) done.push(next)
    else for (const option of group.options.toReversed()) waiting.push(group.before + option + group.after)
    if (done.length + waiting.length > MAXIMUM_GLOBS) return undefined
  }
  return done
}

interface Group {
  before: string
  options: string[]
  after: string
}

/** The first group that has a choice. Braces without one, as in `{a}`, are part of a name. */
function findGroup(glob: string): Group | undefined {
  for (const { 0: opening, index } of glob.matchAll(/\\.|\{|@\(/gsu)) {
    const group = opening.startsWith('\\') ? undefined : readGroup(glob, index, opening)
    if (group !== undefined) return group
  }
  return undefined
}

function readGroup(glob: string, start: number, opening: string): Group | undefined {
  const [separator, closing] = opening === '{' ? [',', '}'] : ['|', ')']
  const begin = start + opening.length
  const options: string[] = []
  let [depth, from] = [0, begin]
  for (const { 0: mark, index } of glob.slice(begin).matchAll(/\\.|[{}()|,]/gsu)) {
    const ends = depth === 0 && (mark === separator || mark === closing)
    if (!ends) {
      depth = Math.max(0, depth + (DEPTHS[mark] ?? 0))
      continue
    }
    options.push(glob.slice(from, begin + index))
    from = begin + index + 1
    if (mark === closing) break
  }
  // The last option ends with the group.
  if (options.length < (opening === '{' ? 2 : 1) || glob[from - 1] !== closing) return undefined
  return { before: glob.slice(0, start), options, after: glob.slice(from) }
}

const DEPTHS: Readonly<Record<string, number>> = { '{': 1, '(': 1, '}': -1, ')': -1 }
