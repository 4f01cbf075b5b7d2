// Bundled into the front doors of the actions: no packages here.
import { ActionError } from './action-error.ts'

type Program = typeof import('../main.ts')['program']

/**
 * Loads the program of all actions, and starts one.
 * @throws what a package refuses while it is loaded, such as a proxy variable that isn't a URL
 */
export async function startAction(start: (program: Program) => Promise<void>): Promise<void> {
  const { program } = await import(/* webpackIgnore: true */ '../main.ts')
  await start(program)
}

/**
 * Fails the step, with an annotation in one line. The runner finds commands also behind `##[`, anywhere in a line.
 * @returns what it says
 */
export function failStep(error: unknown): string {
  const text =
    error instanceof ActionError
      ? error.text
      : `${String(error).replace(/\.?$/u, '.')} Check HTTP_PROXY and HTTPS_PROXY.`
  const line = text.replace(/\s+/gu, ' ').replaceAll('##[', '## [')
  process.stdout.write(`::error title=The action couldn't start::${line}\n`)
  process.exitCode = 1
  return text
}
