import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ActionOptions } from './action-run.ts'
import { convertActionTemplate, evaluateText, NoOperationTraceWriter, parseAction } from './expression.ts'

/**
 * Reads an `action.yml` with GitHub's own reader. Throws an Error when GitHub would refuse it.
 * @returns the path of the script, the names of all inputs, and what a step gets: the values given, over the defaults
 */
export function readManifest(options: ActionOptions) {
  const { actionYml, distOverride, token = '', jobIndex = 0 } = options
  const parsed = manifests.get(actionYml) ?? parseManifest(actionYml)
  manifests.set(actionYml, parsed)
  const { inputs = [], runs } = parsed
  const inDist = distOverride && /(?:^|\/)dist\/(.*)$/.exec(runs.main)?.[1]
  const context = { github: { token }, strategy: { 'job-index': jobIndex } }
  const defaults = inputs.map((input) => [input.id, input.default ? evaluateText(input.default, context) : ''])
  const given = Object.entries(options.inputs ?? {}).map(([name, value]) => [name, String(value)])
  return {
    main: inDist ? join(distOverride, inDist) : join(dirname(actionYml), runs.main),
    names: inputs.map(({ id }) => id),
    inputs: Object.fromEntries([...defaults, ...given]) as Record<string, string>,
  }
}

/** Every step of a test's world reads the same files. */
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
