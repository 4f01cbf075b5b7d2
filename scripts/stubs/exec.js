/** Takes the place of `@actions/exec` inside `@actions/core`, which asks tools about the platform; no action here does. */
export function getExecOutput() {
  throw new Error('This build can run no tools.')
}
