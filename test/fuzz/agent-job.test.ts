import { expect } from 'vitest'
import { answerInProcess, type Run } from './answer-in-process.ts'
import { isRepeat, reportLongRun, testProperty } from './fuzz-parameters.ts'
import { checkRun } from './invariants.ts'
import { runScript } from './run-script.ts'
import { SERVICE, type SentRequest } from './scripted-network.ts'

/** A fuzzer that never gets past the inputs proves nothing. */
const REACHED = [
  ...['pull-request', 'no-pull-request', 'failed', 'skipped'],
  ...['denied', 'unknown', 'error', 'unavailable'],
]

const outcomes = new Map<string, number>()

testProperty(
  'whatever strangers, servers and workflow authors send, a run keeps its promises',
  300,
  [runScript],
  async (script) => {
    const run = await answerInProcess(script)
    checkRun(run)
    checkWhoGetsIn(script, run.requests)
    const { outcome = '' } = run.outputs
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  },
  () => {
    for (const outcome of isRepeat ? [] : REACHED) expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(0)
    reportLongRun(Object.fromEntries(outcomes))
  },
)

/** By a comment, the service is reached only after GitHub was asked about its author, or where the workflow lists bots. */
function checkWhoGetsIn({ eventName, inputs, network }: Run, requests: readonly SentRequest[]): void {
  const isComment = eventName === 'issue_comment' || eventName === 'pull_request_review_comment'
  const asked = requests.findIndex(({ url }) => url.pathname.endsWith('/permission'))
  const served = requests.findIndex(({ url }) => url.origin === SERVICE)
  if (!isComment || served < 0) return
  expect(asked).toBeLessThan(served)
  if (!inputs['allowed-bots']) expect(asked).toBeGreaterThanOrEqual(0)
  // Which of them is enough: the unit tests of the permission.
  if (asked >= 0 && network.githubFaults.size === 0) expect(['read', 'write', 'admin']).toContain(network.permission)
}
