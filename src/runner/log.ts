import { escapeCommands } from '../untrusted/escape.ts'
import { isDebug, printCommand, standardOutput } from './commands.ts'
import type { Secrets } from './secrets.ts'

/** The step's log. Texts are redacted, and escaped so that they can't start a workflow command. */
export interface Log {
  info(text: string): void
  /** Shown only with step debugging (`RUNNER_DEBUG=1`). */
  debug(text: string): void
  notice(title: string, text: string): void
  /** @param cause the key of warnings of which one is enough */
  warning(title: string, text: string, cause?: string): void
  /** An error annotation; it doesn't fail the step. */
  error(title: string, text: string): void
  /** Folds the lines that `body` logs. */
  group<T>(title: string, body: () => Promise<T> | T): Promise<T>
}

export function createLog(secrets: Secrets): Log {
  const escaped = (text: string) => escapeCommands(secrets.redact(text))
  // The runner shows no annotation for an empty message.
  const annotate = (command: string) => (title: string, text: string) =>
    printCommand(command, escaped(text.trim() === '' ? title : text), escaped(title))
  return {
    info: (text) => standardOutput.write(`${escaped(text)}\n`),
    // The runner hides other debug lines, but not from readers of the process output.
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

export type Warnings = ReturnType<typeof collectWarnings>

/** Collects the warnings of a run for the job summary. */
export function collectWarnings(log: Log) {
  const textByCause = new Map<string, string>()
  const withOneWarningPerCause: Log = {
    ...log,
    warning(title, text, cause = text) {
      if (textByCause.has(cause)) return
      textByCause.set(cause, text)
      log.warning(title, text)
    },
  }
  return {
    log: withOneWarningPerCause,
    /** The texts of all warnings, oldest first, except for one cause. */
    list: (except?: string): readonly string[] =>
      [...textByCause].flatMap(([cause, text]) => (cause === except ? [] : [text])),
  }
}
