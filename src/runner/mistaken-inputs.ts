/** The keys that are known by how they begin, and the inputs that are for them. */
const KINDS = [
  { name: 'a Mintlify key', pattern: /^mint_[\w-]{20,}$/u, inputs: ['api-key'] },
  { name: 'a GitHub token', pattern: /^(?:gh[oprsu]_|github_pat_)[\w-]{20,}$/u, inputs: ['github-token'] },
]

export const MISPLACED_KEY = {
  headline: 'A key is in the wrong input',
  advice:
    'Unless the value is a secret, the runner printed it before this step began. Delete the log of this run, ' +
    'replace the key, and save the new one as a secret. A variable is not a secret.',
} as const

/** Also the inputs that the action doesn't know: the runner passes each as `INPUT_<NAME>`. */
function listInputs(environment: NodeJS.ProcessEnv) {
  return Object.entries(environment).flatMap(([variable, value = '']) => {
    const input = /^INPUT_(.+)$/su.exec(variable)?.[1]?.toLowerCase()
    return input === undefined ? [] : [{ input, value }]
  })
}

/** Finds lines in the inputs that are a key, where no such key belongs. The message doesn't contain the key. */
export function findMisplacedKeys(environment: NodeJS.ProcessEnv) {
  const apiKey = environment['INPUT_API-KEY']?.trim() ?? ''
  return listInputs(environment).flatMap(({ input, value }) => {
    const wanted = KINDS.find(({ inputs }) => inputs.includes(input))
    // People put keys into URLs, too.
    return value.split(input === 'base-url' ? /[\r\n/?#&=:@]/u : /[\r\n]/u).flatMap((line) => {
      const key = line.trim()
      const kind = findKind(key)
      if (kind === undefined || kind === wanted) return []
      const isSwapped = input === 'project-id' && kind === KINDS[0] && apiKey !== '' && findKind(apiKey) === undefined
      const where = wanted ? `and isn't ${wanted.name}` : "which doesn't belong in this input"
      const message = `the value (not shown) is ${kind.name}, ${where}`
      return [{ input, key, message: isSwapped ? SWAPPED : message }]
    })
  })
}

const findKind = (value: string) => KINDS.find(({ pattern }) => pattern.test(value))
const SWAPPED = 'contains the API key, and `api-key` the other value: the two are swapped'

/** Inputs that the step sets, and that aren't among `names`, but almost. */
export function listMisspelled(names: ReadonlySet<string>, environment: NodeJS.ProcessEnv) {
  return listInputs(environment).flatMap(({ input: given, value }) => {
    if (value.trim() === '' || names.has(given)) return []
    const rated = [...names].map((meant) => ({ given, meant, likeness: rateLikeness(given, meant) }))
    const [best] = rated.toSorted((a, b) => b.likeness - a.likeness)
    return best === undefined || best.likeness < ALIKE ? [] : [best]
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
