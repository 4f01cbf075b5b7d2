import fc from 'fast-check'
import { expect, test } from 'vitest'
import { main } from '../../src/agent-job/main.ts'
import { InProcessRunner, type RunTraces } from './answer-in-process.ts'
import { FUZZ_TIMEOUT_MS, isRepeat, reportLongRun, runParameters } from './fuzz-parameters.ts'
import { checkRun } from './invariants.ts'
import { type RunScript, runScript, TOKEN } from './run-script.ts'
import { createScriptedNetwork, SERVICE, type SentRequest } from './scripted-network.ts'

test(
  'whatever strangers, servers and workflow authors send, a run keeps its promises',
  async () => {
    using runner = new InProcessRunner(main, 'action.yml')
    const outcomes = new Map<string, number>()

    await fc.assert(
      fc.asyncProperty(runScript, async (script) => {
        const { traces, requests } = await run(runner, script)
        checkRun(traces, requests, TOKEN)
        checkWhoGetsIn(script, requests)
        const outcome = new Map(traces.outputs).get('outcome') ?? ''
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }),
      runParameters(300),
    )

    // A fuzzer that never gets past the inputs proves nothing.
    const reached = [
      'pull-request',
      'no-pull-request',
      'failed',
      'skipped',
      'denied',
      'unknown',
      'error',
      'dry-run',
    ]
    for (const outcome of isRepeat ? [] : reached) expect(outcomes.get(outcome), outcome).toBeGreaterThan(0)
    reportLongRun(Object.fromEntries(outcomes))
  },
  FUZZ_TIMEOUT_MS,
)

async function run(
  runner: InProcessRunner,
  script: RunScript,
): Promise<{ traces: RunTraces; requests: readonly SentRequest[] }> {
  const network = createScriptedNetwork(script.network)
  const traces = await runner.run({ ...script, fetch: network.fetch })
  return { traces, requests: network.requests }
}

/** By a comment, the service is reached only after GitHub has said, in this run, that its author may. */
function checkWhoGetsIn({ eventName, inputs, network }: RunScript, requests: readonly SentRequest[]): void {
  const isComment = eventName === 'issue_comment' || eventName === 'pull_request_review_comment'
  if (!isComment || !requests.some(({ url }) => url.origin === SERVICE)) return
  const asked = requests.find(({ url }) => url.pathname.endsWith('/permission'))
  // The only others are the bots that the workflow's author has listed.
  if (asked === undefined) expect(inputs['allowed-bots']).toBeTruthy()
  else if (network.githubFaults.size === 0) {
    const enough = { read: ['read', 'write', 'admin'], write: ['write', 'admin'], admin: ['admin'] }
    expect(enough[(inputs['minimum-permission'] ?? 'write') as keyof typeof enough]).toContain(
      network.permission,
    )
  }
}
