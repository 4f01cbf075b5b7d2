/** The keys that are known by how they begin, and the inputs that are for them. */
const KINDS = [
  { name: 'a Mintlify key', pattern: /^mint_[\w-]{20,}$/u, inputs: ['api-key', 'previous-api-key'] },
  { name: 'a GitHub token', pattern: /^(?:gh[oprsu]_|github_pat_)[\w-]{20,}$/u, inputs: ['github-token'] },
] as const

export const MISPLACED_KEY = {
  headline: 'A key is in the wrong input',
  advice:
    'Unless the value is a secret, the runner printed it before this step began. Delete the log of this run, ' +
    'replace the key, and save the new one as a secret. A variable is not a secret.',
} as const

/** A line of an input that is a key, where no such key belongs. */
export interface MisplacedKey {
  input: string
  key: string
  /** Without the key. */
  message: string
}

/**
 * Finds keys in the inputs of the step that aren't for them.
 * @param environment has every input as `INPUT_<NAME>`, also those that the action doesn't know
 */
export function findMisplacedKeys(environment: NodeJS.ProcessEnv): MisplacedKey[] {
  return Object.entries(environment).flatMap(([variable, value = '']) => {
    const [, name] = /^INPUT_(.+)$/su.exec(variable) ?? []
    const input = name?.toLowerCase()
    if (input === undefined) return []
    return value.split(/[\r\n]/u).flatMap((line) => {
      const key = line.trim()
      const kind = KINDS.find(({ pattern }) => pattern.test(key))
      if (kind === undefined || kind.inputs.some((each) => each === input)) return []
      const wanted = KINDS.find(({ inputs }) => inputs.some((each) => each === input))
      const why = wanted === undefined ? "which doesn't belong in this input" : `and isn't ${wanted.name}`
      return [{ input, key, message: `the value (not shown) is ${kind.name}, ${why}` }]
    })
  })
}

/** Whether `project-id` and `api-key` have each other's value, of which only a key can be recognized. */
export function areSwapped(environment: NodeJS.ProcessEnv): boolean {
  const [projectId = '', apiKey = ''] = ['INPUT_PROJECT-ID', 'INPUT_API-KEY'].map((name) => environment[name]?.trim())
  const [{ pattern }] = KINDS
  return pattern.test(projectId) && apiKey !== '' && KINDS.every((kind) => !kind.pattern.test(apiKey))
}
