// Not bundled: the build copies this file beside the bundle of `steps`, which it shares with `index`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('./steps.ts')).runPost(), { isPost: true })
