import * as core from '@actions/core'
import { removeInvisible } from '../text/plain-text.ts'
import { redact } from '../text/secrets.ts'

/** The step's log. No text in it can start a workflow command, and secrets are left out. */
export const log = {
  info: (text: string) => core.info(harmless(text)),
  /** Shown only with step debugging. */
  debug(text: string): void {
    if (core.isDebug()) core.debug(harmless(text))
  },
  notice: (title: string, text: string) => annotate(core.notice, title, text),
  warning: (title: string, text: string) => annotate(core.warning, title, text),
  error: (title: string, text: string) => annotate(core.error, title, text),
  /** Shows `text` folded. */
  group(title: string, text: string): void {
    core.startGroup(harmless(title))
    core.info(harmless(text))
    core.endGroup()
  },
}

function annotate(print: typeof core.notice, title: string, text: string): void {
  // The runner shows no annotation for an empty message.
  print(harmless(text === '' ? title : text), { title: harmless(title) })
}

/**
 * The runner splits lines also at CR, trims them before it looks for `::` at their start, and finds `##[` anywhere.
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
export function harmless(text: string): string {
  return redact(text)
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) =>
      removeInvisible(line)
        .replace(/^(\s*):(?=:)/u, '$1: ')
        .replaceAll('##[', '## ['),
    )
    .join('\n')
}
