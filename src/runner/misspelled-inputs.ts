import { quoteInput } from './input-forms.ts'

/** Sentences about inputs that the step sets, and that aren't among `names`, but almost. */
export function listMisspelled(names: ReadonlySet<string>, environment: NodeJS.ProcessEnv): string[] {
  // The runner also passes inputs that the action doesn't know.
  return Object.entries(environment).flatMap(([variable, value = '']) => {
    const given = /^INPUT_(.+)$/su.exec(variable)?.[1]?.toLowerCase() ?? ''
    if (given === '' || value.trim() === '' || names.has(given)) return []
    const rated = [...names].map((name) => ({ name, likeness: rateLikeness(given, name) }))
    const [best] = rated.toSorted((a, b) => b.likeness - a.likeness)
    if (best === undefined || best.likeness < ALIKE) return []
    return [`\`${quoteInput(given)}\` isn't an input. Did you mean \`${best.name}\`?`]
  })
}

const ALIKE = 0.6

/** Of two names, how much begins and ends alike: a part of the longer one. */
function rateLikeness(one: string, other: string): number {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (start + end < short.length && short.at(-1 - end) === long.at(-1 - end)) end += 1
  return (start + end) / long.length
}
