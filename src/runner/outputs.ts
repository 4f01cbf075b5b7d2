import { getState, saveState, setOutput, summary } from '@actions/core'
import { describeInSentence } from '../formatting/errors.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdown } from '../untrusted/truncate-markdown.ts'
import type { Runner } from './run-action.ts'
import type { Secrets } from './secrets.ts'

/**
 * Outputs that redact secrets. The step fails if an output can't be written, such as on a full disk, since later steps
 * rely on it. The run continues. `Name` is the union of the names in `action.yml`.
 */
export interface Outputs<Name extends string> {
  set(name: Name, value: string): void
}

export function createOutputs<Name extends string>({ secrets, fail }: Runner): Outputs<Name> {
  let hasFailed = false
  return {
    set(name, value) {
      // Without the file, `@actions/core` prints the value.
      if (!process.env['GITHUB_OUTPUT']) return
      try {
        setOutput(name, secrets.redact(value).toWellFormed())
      } catch (error) {
        if (!hasFailed) fail("The outputs can't be written", explainRefusal(`set the output ${name}`, error))
        hasFailed = true
      }
    },
  }
}

/** The state that the runner passes from `main` to `post`. A failure to save it is a warning. */
export interface State {
  save(name: string, value: string): void
  /** Empty where nothing was saved. */
  read(name: string): string
}

export function createState({ secrets, log }: Runner): State {
  return {
    save(name, value) {
      if (!process.env['GITHUB_STATE']) return
      try {
        saveState(name, secrets.redact(value))
      } catch (error) {
        log.warning("The state can't be saved", explainRefusal(`save ${name} for the post step`, error))
      }
    },
    read: getState,
  }
}

/** The kernel takes no environment variable over 128 KiB, and `env:` is where a list by others is safe to use. */
const MAXIMUM_LIST_BYTES = 100 * 1024

/** The items that an output has room for as a JSON array. One that is too long by itself costs no other its place. */
export function selectFitting<Item>(items: readonly Item[], format: (item: Item) => string): Item[] {
  let bytes = 2
  return items.filter((item) => {
    const length = Buffer.byteLength(format(item)) + 1
    if (bytes + length > MAXIMUM_LIST_BYTES) return false
    bytes += length
    return true
  })
}

export type WriteSummary = (content: Markdown) => Promise<void>

/** GitHub rejects a step's summary over 1 MiB, including text that the runner adds. */
const MAXIMUM_BYTES = 1024 * 1024 - 1024

/**
 * Writes the job summary, without `secrets`, in place of what this step wrote before. Rejects if it can't be written.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
export function createSummary(secrets: Secrets): WriteSummary {
  return async (content) => {
    const text = truncateMarkdown(secrets.redact(content.toString()), MAXIMUM_BYTES)
    try {
      await summary.addRaw(text, true).write({ overwrite: true })
    } catch (error) {
      throw new Error(explainRefusal('write the job summary', error))
    }
  }
}

function explainRefusal(operation: string, error: unknown): string {
  return `Couldn't ${operation}: ${describeInSentence(error)} Check whether the runner's disk is full.`
}
