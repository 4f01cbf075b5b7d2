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

/** How GitHub's response says when the limit ends. */
const FORMS = [
  ['without a time', 'no'],
  ['with `Retry-After`', 'retry-after'],
  ['with a reset time', 'reset'],
] as const

/** Finds the limits after which a run sends requests to GitHub although GitHub has asked to wait. */
export async function benchLimits(): Promise<BenchSection> {
  const rows: string[][] = []
  for (const [form, told] of FORMS) {
    const early: string[] = []
    const outcomes = new Set<string>()
    for (const [place, limit] of PLACES) {
      const world = await createWorld({ inProcess: true, isPatient: true })
      const issue = await world.github.createIssue()
      const trigger = await world.github.comment(issue.number, '/docs explain the retries option', 'writer')
      world.github.limiter.hit({ ...limit, seconds: 60, told })
      outcomes.add((await world.run({ trigger })).outputs['outcome'] ?? '')
      if (world.github.limiter.early.splice(0).length > 0) early.push(place)
      await world[Symbol.asyncDispose]()
    }
    rows.push([form, early.join(', ') || 'none', [...outcomes].join(', ')])
  }
  return {
    title: 'Limits',
    text: `One request of a command reaches a limit of a minute, in turn: ${PLACES.map(([place]) => place).join(', ')}.`,
    columns: ['response of GitHub', 'limits that the action ignored', 'outcome'],
    rows,
  }
}
