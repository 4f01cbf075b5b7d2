import * as core from '@actions/core'
import type { Secrets } from './secrets.ts'
import { toVisibleForm } from './visible-form.ts'

/** The step's log. Whatever is handed in comes out inert: nothing in it can start a workflow command. */
export interface Log {
  info(text: string): void
  /** Seen only with step debugging (`RUNNER_DEBUG=1`). */
  debug(text: string): void
  notice(title: string, text: string): void
  warning(title: string, text: string): void
  /** An error annotation; it doesn't fail the step by itself. */
  error(title: string, text: string): void
  /** Folds what `body` logs under `title`. */
  group<T>(title: string, body: () => Promise<T> | T): Promise<T>
}

/** A log that redacts `secrets`. */
export function createLog(secrets: Secrets): Log {
  const inert = (text: string) => makeInert(secrets.redact(text))
  return {
    info: (text) => core.info(inert(text)),
    // The runner leaves out debug lines unless debugging is on, but whoever reads the process's output does not.
    debug: (text) => {
      if (core.isDebug()) core.debug(inert(text))
    },
    notice: (title, text) => core.notice(inert(text), { title: inert(title) }),
    warning: (title, text) => core.warning(inert(text), { title: inert(title) }),
    error: (title, text) => core.error(inert(text), { title: inert(title) }),
    async group(title, body) {
      core.startGroup(inert(title))
      try {
        return await body()
      } finally {
        core.endGroup()
      }
    },
  }
}

/**
 * `text` such that the runner reads no command in it. The runner splits at CR as well as LF, trims white space
 * before it looks for `::` at a line's start, and takes `##[` anywhere in a line.
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
export function makeInert(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) =>
      toVisibleForm(line)
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replaceAll('##[', '## ['),
    )
    .join('\n')
}
