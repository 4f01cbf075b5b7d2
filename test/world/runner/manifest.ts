import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ActionOptions } from './action-run.ts'
import type { ExpressionContext } from './expression.ts'
import { convertActionTemplate, evaluateText, NoOperationTraceWriter, parseAction } from './expression.ts'

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
  /** The default with its expressions evaluated; empty when the manifest gives none. */
  evaluateDefault: (context: ExpressionContext) => string
}

/**
 * Reads an `action.yml` (https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax).
 * Throws an Error when GitHub would refuse it, or when it is no JavaScript action for Node 24.
 */
export function readManifest(actionYml: string): Manifest {
  const content = readFileSync(actionYml, 'utf8')
  const known = manifests.get(actionYml)
  if (known?.content === content) return known.manifest
  const manifest = parseManifest(actionYml, content)
  manifests.set(actionYml, { content, manifest })
  return manifest
}

/** Every step of a test's world reads the same two files. */
const manifests = new Map<string, { content: string; manifest: Manifest }>()

function parseManifest(actionYml: string, content: string): Manifest {
  const file = { name: actionYml, content }
  const { context, value } = parseAction(file, new NoOperationTraceWriter())
  context.errors.check()
  if (value === undefined) throw new Error(`${actionYml} is empty.`)
  const { inputs = [], runs } = convertActionTemplate(context, value)
  context.errors.check()
  if (runs.using !== 'node24')
    throw new Error(`${actionYml}: This runner runs actions with 'using: node24' only.`)
  if (runs.pre !== undefined) throw new Error(`${actionYml}: this runner does not run 'pre'.`)
  return {
    folder: resolve(dirname(actionYml)),
    inputs: inputs.map(({ id, default: value }) => ({
      name: id,
      evaluateDefault: (expressions) => (value === undefined ? '' : evaluateText(value, expressions)),
    })),
    main: runs.main,
    ...(runs.post === undefined ? {} : { post: runs.post }),
    postIf: runs.postIf ?? 'always()',
  }
}

/** Paths of the scripts that a step runs. Throws an Error when one is not there. */
export function findScripts(manifest: Manifest, options: ActionOptions): { main: string; post?: string } {
  const find = (script: string): string => {
    const inDist = options.distOverride && /(?:^|\/)dist\/(.*)$/.exec(script)?.[1]
    const path = inDist ? resolve(options.distOverride ?? '', inDist) : join(manifest.folder, script)
    if (!existsSync(path))
      throw new Error(`File not found: '${path}'. The action's script has to be built first.`)
    return path
  }
  const main = find(manifest.main)
  return manifest.post === undefined || options.post === false
    ? { main }
    : { main, post: find(manifest.post) }
}
