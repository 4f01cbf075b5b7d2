import { vi } from 'vitest'
import { agentBot } from '../../world/github/people.ts'
import type { FileChanges } from '../../world/github/world.ts'
import type { Step, World } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'

/** Lets everything that follows happen at this moment, ISO 8601 in UTC. */
export function setTime(time: string): void {
  vi.setSystemTime(new Date(time))
}

/** Opens a pull request of the documentation, as the agent does, at the moment that it is now. */
export async function writeDocs(
  { github }: World,
  docs: { title: string; files?: FileChanges; asLogin?: string; labels?: string[] },
) {
  const files = { [`page-${docs.title.slice(0, 1).toLowerCase()}.mdx`]: `One line\nand another\n` }
  const pull = await github.createPullRequest({ asLogin: agentBot, files, ...docs }, 'acme/docs')
  return {
    number: pull.number,
    edit: (commit: { asLogin: string; committer?: string; message?: string }) =>
      github.updatePullRequest(pull.number, [{ files: { 'page-x.mdx': `${Math.random()}` }, ...commit }], 'acme/docs'),
    end: (how: 'merged' | 'closed') => github.closePullRequest(pull.number, how, 'acme/docs'),
  }
}

/** A run of the action on `acme/docs`, for the agent of this world. */
export function report(world: World, { inputs, ...step }: Step = {}) {
  const own = { repository: 'acme/docs', author: agentBot, ...inputs }
  return world.run({ action: 'outcomes', trigger: bySchedule, inputs: own, ...step })
}
