/** The keys that are known by how they begin, and the inputs that are for them. */
const KINDS = [
  { name: 'a Mintlify key', pattern: /^mint_[\w-]{20,}$/u, inputs: ['api-key', 'previous-api-key'] },
  { name: 'a GitHub token', pattern: /^(?:gh[oprsu]_|github_pat_)[\w-]{20,}$/u, inputs: ['github-token'] },
]

export const MISPLACED_KEY = {
  headline: 'A key is in the wrong input',
  advice:
    'Unless the value is a secret, the runner printed it before this step began. Delete the log of this run, ' +
    'replace the key, and save the new one as a secret. A variable is not a secret.',
} as const

/**
 * Finds lines in the inputs of the step that are a key, where no such key belongs.
 * @param environment has every input as `INPUT_<NAME>`, also those that the action doesn't know
 * @returns for each the input, the key, and a message without it
 */
export function findMisplacedKeys(environment: NodeJS.ProcessEnv) {
  const apiKey = environment['INPUT_API-KEY']?.trim() ?? ''
  return Object.entries(environment).flatMap(([variable, value = '']) => {
    const input = /^INPUT_(.+)$/su.exec(variable)?.[1]?.toLowerCase() ?? ''
    const wanted = KINDS.find(({ inputs }) => inputs.includes(input))
    return value.split(/[\r\n]/u).flatMap((line) => {
      const key = line.trim()
      const kind = KINDS.find(({ pattern }) => pattern.test(key))
      if (input === '' || kind === undefined || kind === wanted) return []
      const isSwapped = input === 'project-id' && kind === KINDS[0] && apiKey !== '' && !isKey(apiKey)
      const where = wanted ? `and isn't ${wanted.name}` : "which doesn't belong in this input"
      const message = `the value (not shown) is ${kind.name}, ${where}`
      return [{ input, key, message: isSwapped ? SWAPPED : message }]
    })
  })
}

const isKey = (value: string) => KINDS.some(({ pattern }) => pattern.test(value))
const SWAPPED = 'contains the API key, and `api-key` the other value: the two are swapped'
