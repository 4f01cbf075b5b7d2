const LONGEST_GLOB = 1000
/** More would take too long for each path. */
const MAXIMUM_CHOICES = 100
/** `!(a)`, `+(a)`, `*(a)`, `?(a)` and `@(a)`, which this matcher doesn't have. */
const OTHER_GROUP = /^(?:\\.|[^\\])*?[!+*?@]\(/su

/** Whether a glob can be matched in a time that grows only in proportion to the path, which strangers choose. */
export function isMatchable(glob: string): boolean {
  return glob.length <= LONGEST_GLOB && !OTHER_GROUP.test(glob) && expandBraces(glob) !== undefined
}

/**
 * Whether a path matches one of the globs. They have `*`, `**`, `?`, `[…]` and `{a,b}`. A folder, with `/` at its end,
 * means everything in it.
 */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const expanded = globs.flatMap((glob) => expandBraces(glob.replace(/(?<=.)\/$/u, '/**')) ?? [])
  // `src/**` matches `src`, too, but `*/**` means what is in a folder.
  const compiled = expanded.map((glob) =>
    glob
      .replace(/(?<=\*)\/\*\*$/u, '$&/*')
      .split('/')
      .map(compileName),
  )
  return (path) => {
    const names = path.split('/')
    return compiled.some((glob) => matchInOrder(glob, names, matchName))
  }
}

/** The first group without groups in it. Braces without a choice, as in `{a}`, are part of a name. */
const GROUP = /^((?:\\.|[^\\])*?)\{((?:\\.|[^\\{},])*(?:,(?:\\.|[^\\{},])*)+)\}/su

/** @returns one glob for each choice; undefined if there are too many */
function expandBraces(glob: string): string[] | undefined {
  let globs = [glob]
  while (globs.some((each) => GROUP.test(each))) {
    globs = [...new Set(globs.flatMap(expandGroup))]
    if (globs.length > MAXIMUM_CHOICES) return undefined
  }
  return globs
}

function expandGroup(glob: string): string[] {
  const [whole = '', before = '', choices] = GROUP.exec(glob) ?? []
  return choices?.split(/(?<!\\),/u).map((choice) => before + choice + glob.slice(whole.length)) ?? [glob]
}

/** `**` among names, or `*` among the characters of a name. */
const ANY = Symbol('any')

type Character = (character: string) => boolean
type Name = readonly (Character | typeof ANY)[]

/** Matches from left to right. Where it fails, only the last star takes more, so that it never takes long. */
function matchInOrder<Part, Item>(
  parts: readonly (Part | typeof ANY)[],
  items: ArrayLike<Item>,
  matches: (part: Part, item: Item) => boolean,
): boolean {
  let [part, item] = [0, 0]
  let [afterStar, taken] = [0, 0]
  while (item < items.length) {
    const current = parts[part]
    if (current === ANY) {
      part += 1
      ;[afterStar, taken] = [part, item]
    } else if (current !== undefined && matches(current, items[item] as Item)) {
      part += 1
      item += 1
    } else if (afterStar > 0) {
      taken += 1
      ;[part, item] = [afterStar, taken]
    } else return false
  }
  return parts.slice(part).every((each) => each === ANY)
}

/** A name with brackets also stands for itself, as in `app/[id]/page.tsx`. */
function compileName(name: string): readonly Name[] | typeof ANY {
  if (/^\*{2,}$/u.test(name)) return ANY
  return name.includes('[') ? [readName(name, true), readName(name, false)] : [readName(name, false)]
}

function matchName(alternatives: readonly Name[], name: string): boolean {
  return alternatives.some((parts) => {
    // A star alone is a name, which has at least one character.
    if (name === '' && parts.length > 0) return false
    return matchInOrder(parts, name, (isMatch, character) => isMatch(character))
  })
}

function readName(name: string, hasClasses: boolean): Name {
  const tokens = name.matchAll(hasClasses ? /\\.|\[[!^]?\]?[^\]]*\]|\*+|./gsu : /\\.|\*+|./gsu)
  return [...tokens].flatMap(([token]): Name => {
    if (token.startsWith('*')) return [ANY]
    if (token === '?') return [() => true]
    if (token.startsWith('[') && token.length > 1) return [readClass(token)]
    // Matched in UTF-16, as a path is read.
    const characters = token.length > 1 && token.startsWith('\\') ? token.slice(1) : token
    return characters.split('').map((expected) => (character) => character === expected)
  })
}

/** @param token `[a-z_]` or, for every other character, `[!a-z_]` */
function readClass(token: string): Character {
  const [, negation, content = ''] = /^\[([!^]?)(.*)\]$/su.exec(token) ?? []
  const ranges = [...content.matchAll(/\\?(.)(?:-\\?(.))?/gsu)]
  const isIn = (character: string) =>
    ranges.some(([, first = '', last = first]) => character >= first && character <= last)
  return negation === '' ? isIn : (character) => !isIn(character)
}
