import type { Step, World } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { readTexts } from './story.ts'

/** A workflow that documents each week what was merged, and reports in an issue. */
export async function createWeeks(world: World) {
  const { github } = world
  const { number } = await github.createIssue({ title: 'Documentation of the week' })
  let runId = 100
  return {
    issue: number,
    run({ inputs, ...step }: Step = {}) {
      runId += 1
      const given = { prompt: 'Document it.', since: 'last-run', 'issue-number': number, ...inputs }
      return world.run({ trigger: bySchedule, runId, ...step, inputs: given })
    },
    async merge(name: string, { labels = [] as string[] } = {}) {
      const files = { [`src/${name}.ts`]: `${name}\n` }
      const pull = await github.createPullRequest({ title: `Add ${name}`, labels, files })
      await github.merge(pull.number, 'squash')
    },
    /** The newest report. */
    read: async () => (await readTexts(world, number)).at(-1) ?? '',
  }
}

/** What a prompt tells: names of pull requests and commits. */
export function readTold(prompt: string): string[] {
  return [...prompt.matchAll(/^ {2}- \S+ "(?:Add |Change src\/)(\w+)/gmu)].map(([, name = '']) => name)
}

/** The same of each prompt that the service accepted, of new jobs and of messages. */
export function listTold({ docsService }: World): string[][] {
  const sent = docsService.requestsTo({ method: 'POST' }).filter(({ status = 200 }) => status < 300)
  return sent.map(({ body }) => readTold(String(Object(body).prompt)))
}
