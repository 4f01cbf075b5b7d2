// Not bundled, like all that it imports except `main.ts`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(
  async () => {
    // `main` saves this state. Without it, there is no comment to finish.
    return process.env['STATE_phase'] === 'started' ? (await import('../main.ts')).start.agentJobPost : undefined
  },
  { isPost: true },
)
