import * as core from '@actions/core'
import { escapeCommands } from '../untrusted/escape.ts'
import type { Secrets } from './secrets.ts'

/** The step's log. Texts are redacted, and escaped so that they can't start a workflow command. */
export interface Log {
  info(text: string): void
  /** Shown only with step debugging: the runner hides other debug lines, but not from readers of the output. */
  debug(text: string): void
  notice(title: string, text: string): void
  /** @param cause the key of warnings of which one is enough */
  warning(title: string, text: string, cause?: string): void
  /** An error annotation; it doesn't fail the step. */
  error(title: string, text: string): void
  /** Shows `text` folded. */
  group(title: string, text: string): void
}

export function createLog(secrets: Secrets): Log {
  const escaped = (text: string) => escapeCommands(secrets.redact(text))
  const annotate = (print: typeof core.notice, title: string, text: string) =>
    // The runner shows no annotation for an empty message.
    print(escaped(text.trim() === '' ? title : text), { title: escaped(title) })
  return {
    info: (text) => core.info(escaped(text)),
    debug(text) {
      if (core.isDebug()) core.debug(escaped(text))
    },
    notice: (title, text) => annotate(core.notice, title, text),
    warning: (title, text) => annotate(core.warning, title, text),
    error: (title, text) => annotate(core.error, title, text),
    group(title, text) {
      core.startGroup(escaped(title))
      core.info(escaped(text))
      core.endGroup()
    },
  }
}

/** The warnings of a run, one for each cause. */
export interface Warnings {
  /** Logs and collects them. */
  log: Log
  /** The texts of all warnings, oldest first, except for one cause. */
  list(except?: string): readonly string[]
}

/** Collects the warnings of a run for the job summary. */
export function collectWarnings(log: Log): Warnings {
  const textByCause = new Map<string, string>()
  const warning: Log['warning'] = (title, text, cause = text) => {
    if (textByCause.has(cause)) return
    textByCause.set(cause, text)
    log.warning(title, text)
  }
  return {
    log: { ...log, warning },
    list: (except) => [...textByCause].flatMap(([cause, text]) => (cause === except ? [] : [text])),
  }
}
