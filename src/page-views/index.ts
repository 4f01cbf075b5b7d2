// Not bundled: the build copies this file beside the bundle of `steps`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('./steps.ts')).runMain(), { isPost: false })
