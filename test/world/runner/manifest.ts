import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ActionOptions } from './action-run.ts'
import { convertActionTemplate, evaluateText, NoOperationTraceWriter, parseAction, type Token } from './expression.ts'

/** What the runner needs to know of an action. */
export interface Manifest {
  inputs: { name: string; whenMissing: Token | undefined }[]
  /** Path of the script. */
  main: string
}

/**
 * Reads an `action.yml` (https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax).
 * Throws an Error when GitHub would refuse it.
 */
export function readManifest({ actionYml, distOverride }: ActionOptions): Manifest {
  const parsed = manifests.get(actionYml) ?? parseManifest(actionYml)
  manifests.set(actionYml, parsed)
  const { inputs = [], runs } = parsed
  const inDist = distOverride && /(?:^|\/)dist\/(.*)$/.exec(runs.main)?.[1]
  return {
    inputs: inputs.map(({ id, default: whenMissing }) => ({ name: id, whenMissing })),
    main: inDist ? join(distOverride, inDist) : join(dirname(actionYml), runs.main),
  }
}

/** Every step of a test's world reads the same two files. */
const manifests = new Map<string, ReturnType<typeof parseManifest>>()

function parseManifest(actionYml: string) {
  const file = { name: actionYml, content: readFileSync(actionYml, 'utf8') }
  const { context, value } = parseAction(file, new NoOperationTraceWriter())
  context.errors.check()
  if (value === undefined) throw new Error(`${actionYml} is empty.`)
  const { inputs, runs } = convertActionTemplate(context, value)
  context.errors.check()
  if (runs.using !== 'node24') throw new Error(`${actionYml}: this runner runs actions on Node 24 only.`)
  return { inputs, runs }
}

/** The inputs that a step gets: those given, over the defaults. */
export function evaluateInputs(
  manifest: Manifest,
  { inputs = {}, token = '', jobIndex = 0 }: ActionOptions,
): Map<string, string> {
  const given = Object.entries(inputs).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const defaults = manifest.inputs.map(({ name, whenMissing }) => {
    const value = whenMissing && evaluateText(whenMissing, { github: { token }, strategy: { 'job-index': jobIndex } })
    return [name.toLowerCase(), value ?? ''] as const
  })
  return new Map([...defaults, ...given])
}
