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

/**
 * Finds keys in inputs where no such key belongs: as a line, as an item of a list, in quotes, or after `=`. The message
 * follows the input's name, and doesn't contain the key.
 */
export function findMisplacedKeys(environment: NodeJS.ProcessEnv) {
  return listInputs(environment).flatMap(({ input, value }) => {
    const wanted = KINDS.find(({ inputs }) => inputs.includes(input))
    // People put keys into URLs, too.
    return value.split(input === 'base-url' ? /[\r\n/?#&=:@]/u : /[\r\n,;="']/u).flatMap((line) => {
      const key = line.trim()
      const kind = findKind(key)
      if (kind === undefined || kind === wanted) return []
      const why = wanted ? `not ${wanted.name}` : "which doesn't belong in this input"
      const message = `contains ${kind.name}, ${why}.`
      return [{ input, key, message }]
    })
  })
}

const findKind = (value: string) => KINDS.find(({ pattern }) => pattern.test(value))
