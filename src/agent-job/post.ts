// Not bundled: the build copies this file beside the bundle of `main`, which it shares with `index`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('./main.ts')).runPost(), { isPost: true })
