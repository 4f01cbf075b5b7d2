// Not bundled, like all that it imports except `main.ts`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(async () => (await import('../main.ts')).start.outcomes, { isPost: false })
