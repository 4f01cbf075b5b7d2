import { createWorld } from '../test/world/index.ts'
import type { BenchSection } from './table.ts'

const COMMENTS = /\/issues\/\d+\/comments$/
const COMMENT = /\/issues\/comments\/\d+$/

/** The requests of a command, one of which meets a limit of a minute. */
const PLACES = [
  ['permission', { method: 'GET', path: /\/permission$/ }],
  ['eyes', { method: 'POST', path: /\/reactions$/ }],
  ['comment', { method: 'POST', path: COMMENTS }],
  ['list of comments', { method: 'GET', path: COMMENTS }],
  ['edit with the job', { method: 'PATCH', path: COMMENT }],
  ['last edit', { method: 'PATCH', path: COMMENT, skip: 1 }],
] as const

/** Counts the requests that a run sends to GitHub although GitHub has asked to wait. */
export async function benchLimits(): Promise<BenchSection> {
  const rows: string[][] = []
  for (const [place, limit] of PLACES) {
    const counts: number[] = []
    const outcomes = new Set<string>()
    for (const told of ['no', 'retry-after', 'reset'] as const) {
      const world = await createWorld({ inProcess: true, isPatient: true })
      const issue = await world.github.createIssue()
      const trigger = await world.github.comment(issue.number, '/docs explain the retries option', 'writer')
      world.github.limiter.hit({ ...limit, seconds: 60, told })
      outcomes.add((await world.run({ trigger })).outputs['outcome'] ?? '')
      counts.push(world.github.limiter.early.splice(0).length)
      await world[Symbol.asyncDispose]()
    }
    rows.push([place, ...counts.map(String), [...outcomes].join(', ')])
  }
  return {
    title: 'Limits',
    text: 'One request of a command reaches a limit of a minute. The figures count the requests that the action sends to GitHub before the limit ends.',
    columns: ['request that reaches the limit', 'without a time', 'with `Retry-After`', 'with a reset time', 'outcome'],
    rows,
  }
}
