import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import { evaluateCondition } from './expression.ts'

/** What the runner needs to know of an action. */
export interface Manifest {
  /** Absolute path of the folder that `main` and `post` are looked up in. */
  folder: string
  inputs: ManifestInput[]
  /** Script of the action, as written: relative to `folder`. */
  main: string
  post?: string
  /** Condition of the post step. */
  postIf: string
}

interface ManifestInput {
  name: string
  /** May hold expressions; undefined when the manifest gives no default. */
  default: string | undefined
  deprecationMessage: string | undefined
}

/**
 * Read an `action.yml` (https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax).
 * Throws an Error when it cannot be read or is no JavaScript action for Node 24.
 */
export function readManifest(actionYml: string): Manifest {
  const document: unknown = parse(readFileSync(actionYml, 'utf8'))
  const runs = readMapping(document, 'runs')
  if (runs['using'] !== 'node24' || typeof runs['main'] !== 'string') {
    throw new Error(`${actionYml}: this runner runs actions with 'using: node24' and a 'main' script only.`)
  }
  if (runs['pre'] !== undefined) {
    throw new Error(`${actionYml}: this runner does not run 'pre'.`)
  }
  const postIf = String(runs['post-if'] ?? 'always()')
  // A condition that cannot be evaluated has to show now, not after the action has run.
  evaluateCondition(postIf, 'success')
  return {
    folder: resolve(dirname(actionYml)),
    inputs: Object.entries(readMapping(document, 'inputs')).map(readInput),
    main: runs['main'],
    ...(typeof runs['post'] === 'string' ? { post: runs['post'] } : {}),
    postIf,
  }
}

function readInput([name, value]: [string, unknown]): ManifestInput {
  const input = (value ?? {}) as Record<string, unknown>
  return {
    name,
    default: readScalar(input['default']),
    deprecationMessage: readScalar(input['deprecationMessage']),
  }
}

function readScalar(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value)
}

function readMapping(value: unknown, key: string): Record<string, unknown> {
  const found =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
}
