import { shorten, toOneLine } from '../untrusted/escape.ts'

/** Names a misspelled input that the step sets instead of `name`. */
export function findMisspelling(name: string, environment: NodeJS.ProcessEnv): string {
  const found = listGivenNames(environment).find((given) => given !== name && rateLikeness(given, name) >= ALIKE)
  return found === undefined ? '' : `The step sets ${quote(found)}, which isn't an input: rename it to \`${name}\``
}

/** Sentences about inputs that the step sets, and that aren't among `names`, but almost. */
export function listMisspelled(names: ReadonlySet<string>, environment: NodeJS.ProcessEnv): string[] {
  const unknown = listGivenNames(environment).filter((given) => !names.has(given))
  return unknown.flatMap((given) => {
    const rated = [...names].map((name) => ({ name, likeness: rateLikeness(given, name) }))
    const [best] = rated.toSorted((a, b) => b.likeness - a.likeness)
    if (best === undefined || best.likeness < ALIKE) return []
    return [`${quote(given)} isn't an input. Did you mean \`${best.name}\`?`]
  })
}

/** The runner also passes inputs that the action doesn't know. */
function listGivenNames(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([variable, value = '']) => {
    const [, name] = /^INPUT_(.+)$/su.exec(variable) ?? []
    return name === undefined || value.trim() === '' ? [] : [name.toLowerCase()]
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

function quote(name: string): string {
  return `\`${shorten(toOneLine(name), 100).replaceAll('`', "'")}\``
}
