import { expect } from 'vitest'
import { createQuickWorld, type World, type WorldOptions } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { readReports } from '../conversation.ts'

/**
 * An issue in which a first command has led to a documentation pull request, which is open. Jobs are quick, and runs are
 * in process, unless told otherwise.
 */
export async function createThread(options: WorldOptions = {}) {
  const world = await createQuickWorld(options)
  const issue = await world.github.createIssue()
  const ask = (text = '/docs say when to retry') => world.github.comment(issue.number, text, 'writer')
  const first = await world.run({ trigger: await ask('/docs explain the retries option') })
  expect(first.outputs).toMatchObject({ jobId: world.docsService.jobs[0]?.id, followUp: 'false' })
  return {
    ...{ world, issue, first, ask },
    /** Comments a further command, and runs it to its end. */
    command: async (text?: string) => await world.run({ trigger: await ask(text) }),
    /** The last comment of the action, without its marker. */
    lastReport: async () => (await readReports(world, issue.number)).at(-1) ?? '',
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** How often each kind of prompt was sent. The message of a check, which goes to no job, is none. */
export function countPrompts({ docsService }: World): { created: number; messages: number } {
  const messages = docsService.requestsTo({ operation: 'send-message' })
  return {
    created: docsService.requestsTo({ operation: 'create-job' }).length,
    messages: messages.filter(({ target }) => !target.includes('/00000000-')).length,
  }
}

/** The number of a pull request, from its link. */
export function numberOf({ outputs }: RunResult): number {
  return Number(outputs['prNumber'])
}
