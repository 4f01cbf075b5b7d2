// Not bundled: the build copies this file beside the bundle of `steps`, which it shares with `post`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('./steps.ts')).runMain(), { isPost: false })
