import { escapeCommands } from '../untrusted/escape.ts'
import { isDebug, printCommand, standardOutput } from './commands.ts'
import type { Secrets } from './secrets.ts'

/** The step's log. Every text is escaped, so that nothing in it can start a workflow command. */
export interface Log {
  info(text: string): void
  /** Seen only with step debugging (`RUNNER_DEBUG=1`). */
  debug(text: string): void
  notice(title: string, text: string): void
  /** @param cause what it is known by, where one cause may lead to several warnings and one is enough */
  warning(title: string, text: string, cause?: string): void
  /** An error annotation; it doesn't fail the step by itself. */
  error(title: string, text: string): void
  /** Folds what `body` logs under `title`. */
  group<T>(title: string, body: () => Promise<T> | T): Promise<T>
}

/** A log that redacts `secrets`. */
export function createLog(secrets: Secrets): Log {
  const escaped = (text: string) => escapeCommands(secrets.redact(text))
  // Of an empty message the runner makes no annotation, and an empty line.
  const annotate = (command: string) => (title: string, text: string) =>
    printCommand(command, escaped(text.trim() === '' ? title : text), escaped(title))
  return {
    info: (text) => standardOutput.write(`${escaped(text)}\n`),
    // The runner hides debug lines unless debugging is on, but they would still be in the output of the process.
    debug: (text) => {
      if (isDebug()) printCommand('debug', escaped(text))
    },
    notice: annotate('notice'),
    warning: annotate('warning'),
    error: annotate('error'),
    async group(title, body) {
      printCommand('group', escaped(title))
      try {
        return await body()
      } finally {
        printCommand('endgroup', '')
      }
    },
  }
}

/** The warnings of a run. */
export interface Warnings {
  /** As `log`, but with one warning for each cause. */
  log: Log
  /** Every warning so far, as sentences, oldest first. @param told the cause that is told otherwise */
  list(told?: string): readonly string[]
}

/** Keeps the warnings that go to `log`, for the job summary. */
export function collectWarnings(log: Log): Warnings {
  const textByCause = new Map<string, string>()
  return {
    list: (told) => [...textByCause].flatMap(([cause, text]) => (cause === told ? [] : [text])),
    log: {
      ...log,
      warning(title, text, cause = text) {
        if (textByCause.has(cause)) return
        textByCause.set(cause, text)
        log.warning(title, text)
      },
    },
  }
}
