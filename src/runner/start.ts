// Bundled into the front doors of the actions: no packages here.

type Program = typeof import('../main.ts')['program']

/**
 * Loads the program of all actions, and starts one. What a package refuses while it is loaded, such as a proxy variable
 * that isn't a URL, fails the step in one line.
 */
export async function startAction(start: (program: Program) => Promise<void>): Promise<void> {
  try {
    const { program } = await import(/* webpackIgnore: true */ '../main.ts')
    await start(program)
  } catch (error) {
    failStep("The action couldn't start", `${String(error)}. Check the event file, HTTP_PROXY and HTTPS_PROXY.`)
  }
}

/** Fails the step, with an annotation in one line. The runner finds commands also behind `##[`, anywhere in a line. */
export function failStep(title: string, text: string): void {
  process.stdout.write(`::error title=${title}::${text.replace(/\s+/gu, ' ').replaceAll('##[', '## [')}\n`)
  process.exitCode = 1
}
