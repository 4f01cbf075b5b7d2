import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Fetch } from '../../src/network/fetch.ts'
import { type Clock, systemClock } from '../../src/runner/clock.ts'
import { type Runner, runAction } from '../../src/runner/run-action.ts'
import { readPairs } from '../world/runner/file-commands.ts'
import { readManifest } from '../world/runner/manifest.ts'
import { PhaseLog } from '../world/runner/phase-log.ts'
import { createSecretMasker } from '../world/runner/secret-masker.ts'
import { GITHUB_API, GITHUB_SERVER } from './scripted-network.ts'

/** One run of an action. */
export interface Run {
  eventName: string
  /** The content of the event file. */
  eventText: string
  inputs: Record<string, string>
  fetch?: Fetch
  attempt?: number
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

/**
 * Runs the whole of an action's `main` in this process: its own wiring and the real toolkit, with another
 * `fetch` and a clock on which waiting takes no time. A thousand runs take seconds.
 */
export class InProcessRunner implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  readonly #environment = { ...process.env }
  readonly #clock: Clock = { ...systemClock }
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

  async run({ eventName, eventText, inputs, fetch, attempt = 1 }: Run): Promise<RunTraces> {
    for (const name of ['output', 'state', 'summary']) writeFileSync(this.#file(name), '')
    writeFileSync(this.#file('event.json'), eventText)
    this.#setEnvironment({
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
      ...Object.fromEntries(
        Object.entries({ ...this.#defaults, ...inputs }).map(([name, value]) => [
          `INPUT_${name.toUpperCase()}`,
          value,
        ]),
      ),
    })
    Object.assign(systemClock, createFastClock())
    const output = captureOutput()
    try {
      process.exitCode = undefined
      await runAction((runner) => this.#main(runner, fetch))
    } finally {
      output.end()
    }
    const exitCode = Number(process.exitCode ?? 0)
    process.exitCode = undefined
    return {
      exitCode,
      raw: output.text(),
      log: readLog(output.text()),
      outputs: [...readPairs(readFileSync(this.#file('output'), 'utf8'))],
      state: [...readPairs(readFileSync(this.#file('state'), 'utf8'))],
      summary: readFileSync(this.#file('summary'), 'utf8'),
    }
  }

  [Symbol.dispose](): void {
    this.#setEnvironment(this.#environment)
    Object.assign(systemClock, this.#clock)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #setEnvironment(environment: NodeJS.ProcessEnv): void {
    for (const name of Object.keys(process.env)) delete process.env[name]
    // A variable can't hold a NUL, whoever sets it.
    for (const [name, value = ''] of Object.entries(environment))
      process.env[name] = value.replaceAll('\0', '')
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

function captureOutput(): { text: () => string; end: () => void } {
  const written: string[] = []
  const streams = [process.stdout, process.stderr]
  const originals = streams.map((stream) => stream.write)
  for (const stream of streams)
    stream.write = (chunk: string | Uint8Array) => {
      written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      return true
    }
  return {
    text: () => written.join(''),
    end: () => {
      streams.forEach((stream, index) => {
        const original = originals[index]
        if (original !== undefined) stream.write = original
      })
    },
  }
}

function readLog(raw: string): PhaseLog {
  const log = new PhaseLog({
    masker: createSecretMasker([]),
    debug: false,
    allowUnsecureCommands: false,
    effects: { outputs: new Map(), state: new Map(), exportedVariables: new Map(), addedPaths: [] },
    onShown: () => {},
  })
  log.write('stdout', Buffer.from(raw))
  log.end()
  return log
}
