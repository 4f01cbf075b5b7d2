// Not bundled: the build copies this file beside the bundle of `main`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('./main.ts')).runMain(), { isPost: false })
