// Not bundled: the build copies this file beside the bundle of `main`, which it shares with `post`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('./main.ts')).runMain(), { isPost: false })
