import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Fetch } from '../../src/network/fetch.ts'
import type { Clock } from '../../src/runner/clock.ts'
import type { Runner } from '../../src/runner/run-action.ts'
import { readPairs } from '../world/runner/file-commands.ts'
import { readManifest } from '../world/runner/manifest.ts'
import { PhaseLog } from '../world/runner/phase-log.ts'
import { createSecretMasker } from '../world/runner/secret-masker.ts'
import { runEntry } from '../world/runner/step-in-process.ts'
import {
  createScriptedNetwork,
  GITHUB_API,
  GITHUB_SERVER,
  type NetworkScript,
  type SentRequest,
} from './scripted-network.ts'

/** One run of an action. */
export interface Run {
  eventName: string
  /** The content of the event file. */
  eventText: string
  inputs: Record<string, string>
  attempt?: number
  /** Without one, requests go out. */
  network?: NetworkScript
}

/** What the runner, and with it everybody else, gets to see of a run. */
export interface RunTraces {
  exitCode: number
  /** Every byte of standard output and standard error. */
  raw: string
  log: Pick<PhaseLog, 'lines' | 'commands'>
  outputs: [name: string, value: string][]
  state: [name: string, value: string][]
  summary: string
}

/** With what it asked its network for. */
export interface FinishedRun extends RunTraces {
  requests: readonly SentRequest[]
}

/**
 * Runs the whole of an action's `main` in this process: its own wiring and the real toolkit, with another
 * `fetch` and a clock on which waiting takes no time. A thousand runs take seconds.
 */
export class InProcessRunner implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  readonly #main: (runner: Runner, fetch?: Fetch) => Promise<void>
  readonly #defaults: Record<string, string>
  readonly #file = (name: string) => join(this.#folder, name)

  /** @param actionYml path of the metadata, from the root of the repository */
  constructor(main: (runner: Runner, fetch?: Fetch) => Promise<void>, actionYml: string) {
    this.#main = main
    this.#defaults = readDefaults(actionYml)
  }

  /** The workspace of every run. */
  get workspace(): string {
    return this.#folder
  }

  async run({ eventName, eventText, inputs, attempt = 1, network }: Run): Promise<FinishedRun> {
    const { fetch, requests } = network ? createScriptedNetwork(network) : { requests: [] }
    for (const name of ['output', 'state', 'summary']) writeFileSync(this.#file(name), '')
    writeFileSync(this.#file('event.json'), eventText)
    const environment: Record<string, string> = {
      GITHUB_EVENT_NAME: eventName,
      GITHUB_EVENT_PATH: this.#file('event.json'),
      GITHUB_OUTPUT: this.#file('output'),
      GITHUB_STATE: this.#file('state'),
      GITHUB_STEP_SUMMARY: this.#file('summary'),
      GITHUB_API_URL: GITHUB_API,
      GITHUB_SERVER_URL: GITHUB_SERVER,
      GITHUB_REPOSITORY: 'acme/app',
      GITHUB_REPOSITORY_ID: '42',
      GITHUB_RUN_ID: '1234567',
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_JOB: 'docs',
      GITHUB_WORKSPACE: this.#folder,
    }
    for (const [name, value] of Object.entries({ ...this.#defaults, ...inputs }))
      environment[`INPUT_${name.toUpperCase()}`] = value
    const written: Uint8Array[] = []
    const exitCode = await runEntry(
      (runner) => this.#main(runner, fetch),
      environment,
      (_, bytes) => written.push(bytes),
      createFastClock(),
    )
    const raw = Buffer.concat(written).toString()
    return {
      exitCode,
      raw,
      log: readLog(raw),
      outputs: [...readPairs(readFileSync(this.#file('output'), 'utf8'))],
      state: [...readPairs(readFileSync(this.#file('state'), 'utf8'))],
      summary: readFileSync(this.#file('summary'), 'utf8'),
      requests,
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function readDefaults(actionYml: string): Record<string, string> {
  const { inputs } = readManifest(join(import.meta.dirname, '../..', actionYml))
  // What is an expression there is something that the runner fills in.
  return Object.fromEntries(
    inputs.map(({ name, evaluateDefault }) => [name, evaluateDefault({ github: { token: '' } })]),
  )
}

/** Sleeping moves the clock on, and lets everything else have a turn. */
function createFastClock(): Clock {
  let elapsedMs = 0
  return {
    now: () => elapsedMs,
    wallClock: () => 1_800_000_000_000 + elapsedMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      await setImmediate()
      signal?.throwIfAborted()
      elapsedMs += Math.max(0, ms)
    },
  }
}

function readLog(raw: string): PhaseLog {
  const log = new PhaseLog({
    masker: createSecretMasker([]),
    debug: false,
    effects: { outputs: new Map(), state: new Map(), exportedVariables: new Map(), addedPaths: [] },
    onShown: () => {},
  })
  log.write('stdout', Buffer.from(raw))
  log.end()
  return log
}
