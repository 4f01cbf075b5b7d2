// Not bundled, like all that it imports except `main.ts`.
import { startOnNewNode } from '../runner/node-version.ts'

await startOnNewNode(
  async () => {
    const { endIfNothingToDo } = await import('./end-if-nothing-to-do.ts')
    return endIfNothingToDo(process.env) ? undefined : (await import('../main.ts')).start.agentJob
  },
  { isPost: false },
)
