import * as core from '@actions/core'
import { escapeCommands } from '../untrusted/escape.ts'
import type { Secrets } from './secrets.ts'

export type Log = ReturnType<typeof createLog>

/** The step's log. Texts are redacted, and escaped so that they can't start a workflow command. */
export function createLog(secrets: Secrets) {
  const escaped = (text: string) => escapeCommands(secrets.redact(text))
  const annotate = (print: typeof core.notice, title: string, text: string) =>
    // The runner shows no annotation for an empty message.
    print(escaped(text.trim() === '' ? title : text), { title: escaped(title) })
  return {
    info: (text: string) => core.info(escaped(text)),
    /** Shown only with step debugging: the runner hides other debug lines, but not from readers of the output. */
    debug(text: string): void {
      if (core.isDebug()) core.debug(escaped(text))
    },
    notice: (title: string, text: string) => annotate(core.notice, title, text),
    /** `cause`: the key of warnings of which one is enough. */
    warning: (title: string, text: string, _cause?: string) => annotate(core.warning, title, text),
    /** An error annotation; it doesn't fail the step. */
    error: (title: string, text: string) => annotate(core.error, title, text),
    /** Shows `text` folded. */
    group(title: string, text: string): void {
      core.startGroup(escaped(title))
      core.info(escaped(text))
      core.endGroup()
    },
  }
}

export type Warnings = ReturnType<typeof collectWarnings>

/** Collects the warnings of a run for the job summary, one for each cause. */
export function collectWarnings(log: Log) {
  const textByCause = new Map<string, string>()
  const warning: Log['warning'] = (title, text, cause = text) => {
    if (textByCause.has(cause)) return
    textByCause.set(cause, text)
    log.warning(title, text)
  }
  return {
    log: { ...log, warning },
    /** The texts of all warnings, oldest first, except for one cause. */
    list: (except?: string): readonly string[] =>
      [...textByCause].flatMap(([cause, text]) => (cause === except ? [] : [text])),
  }
}
