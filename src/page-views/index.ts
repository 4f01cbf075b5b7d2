// Not bundled: the build copies this file beside the bundle of all actions, and inlines its import.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('../main.ts')).start.pageViews(), { isPost: false })
