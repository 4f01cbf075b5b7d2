import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { main } from '../../src/agent-job/main.ts'
import { createClock } from '../unit/fake-clock.ts'
import type { PhaseResult } from '../world/runner/action-run.ts'
import { startAction } from '../world/runner/run-action.ts'
import {
  createScriptedNetwork,
  GITHUB_API,
  GITHUB_SERVER,
  type NetworkScript,
  REQUIRED_INPUTS,
  type SentRequest,
} from './scripted-network.ts'

/** One run of the root action, with everything that strangers, servers and workflow authors bring to it. */
export interface Run {
  eventName: string
  /** The content of the event file. */
  eventText: string
  inputs: Record<string, string>
  attempt: number
  network: NetworkScript
}

/** What the runner, and with it everybody else, gets to see of a run, and what it asked its network for. */
export interface FinishedRun extends PhaseResult {
  requests: readonly SentRequest[]
}

const root = join(import.meta.dirname, '../..')

/**
 * Runs the whole of the root action's `main` in this process: its own wiring and the real toolkit, with a network of its
 * own, and a clock on which waiting takes no time. A thousand runs take seconds.
 */
export async function answerInProcess(given: Run): Promise<FinishedRun> {
  const { eventName, eventText, inputs, attempt, network } = given
  const { fetch, requests } = createScriptedNetwork(network)
  const clock = createClock(1_800_000_000_000)
  const sleep = async (ms: number, signal?: AbortSignal) => {
    // Everything else has a turn.
    await setImmediate()
    await clock.sleep(ms, signal)
  }
  await using run = startAction({
    actionYml: join(root, 'action.yml'),
    repository: 'acme/app',
    apiUrl: GITHUB_API,
    serverUrl: GITHUB_SERVER,
    inProcess: true,
    post: false,
    clock: { ...clock, sleep },
    event: { name: eventName, text: eventText },
    // Inputs name it as the file of the prompt.
    workspaceFiles: { 'event.json': eventText },
    inputs: { ...inputs, ...REQUIRED_INPUTS },
    runAttempt: attempt,
    entry: (runner) => main(runner, fetch),
  })
  return { ...(await run.result), requests }
}
