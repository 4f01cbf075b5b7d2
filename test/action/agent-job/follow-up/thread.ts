import { expect } from 'vitest'
import { createQuickWorld, type WorldOptions } from '../../../world/index.ts'
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
    world,
    issue,
    first,
    ask,
    /** Comments a further command, and runs it to its end. */
    command: async (text?: string) => await world.run({ trigger: await ask(text) }),
    /** The last comment of the action, without its marker. */
    lastReport: async () => (await readReports(world, issue.number)).at(-1) ?? '',
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
