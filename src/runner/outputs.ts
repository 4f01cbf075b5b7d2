import { appendToRunnerFile } from './commands.ts'
import { describeInSentence, type Runner } from './run-action.ts'

/** Where a step's results go. `Name` is the union of the names that `action.yml` declares. */
export interface Outputs<Name extends string> {
  /** Sets one output at once; a later call with the same name wins. */
  set(name: Name, value: string): void
}

/**
 * Outputs that redact secrets. One that can't be written, such as on a full disk, fails the step, since later steps
 * rely on it. The run continues and publishes the rest.
 */
export function createOutputs<Name extends string>({
  secrets,
  fail,
}: Pick<Runner, 'secrets' | 'fail'>): Outputs<Name> {
  let hasFailed = false
  return {
    set(name, value) {
      try {
        appendToRunnerFile('GITHUB_OUTPUT', name, secrets.redact(value).toWellFormed())
      } catch (error) {
        if (!hasFailed) fail("The outputs can't be written", explainRefusal(`set the output ${name}`, error))
        hasFailed = true
      }
    },
  }
}

/** What `main` leaves for `post`. */
export interface State {
  save(name: string, value: string): void
  read(name: string): string
}

/** The state that the runner keeps between `main` and `post`. Without it `post` knows less, which is a warning. */
export function createState({ secrets, log }: Pick<Runner, 'secrets' | 'log'>): State {
  return {
    save(name, value) {
      try {
        appendToRunnerFile('GITHUB_STATE', name, secrets.redact(value))
      } catch (error) {
        log.warning("The state can't be saved", explainRefusal(`save ${name} for the post step`, error))
      }
    },
    read: (name) => process.env[`STATE_${name}`] ?? '',
  }
}

/**
 * Says that the runner's files did not take something, and what to look at.
 * @param operation what was tried, and on what
 */
export function explainRefusal(operation: string, error: unknown): string {
  return `Could not ${operation}: ${describeInSentence(error)} Is the disk of the runner full?`
}
