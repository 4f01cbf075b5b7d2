const OLDEST_MAJOR_VERSION = 24

/**
 * Calls `start`, or fails the step if Node is too old, as with `act` and old self-hosted runners. No other file is
 * imported before, since an old Node may not parse it.
 * @param isPost whether this is the `post` step, which doesn't fail
 */
export async function startOnNewNode(start: () => Promise<void>, { isPost }: { isPost: boolean }): Promise<void> {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= OLDEST_MAJOR_VERSION)
    return await start().catch(() => (isPost ? undefined : fail(NOT_LOADED)))
  if (isPost) return
  fail(
    `::error title=Node is too old::This action needs Node ${OLDEST_MAJOR_VERSION} or newer, not Node ${node}. ` +
      'Update the runner to version 2.327.1 or later. For a local runner such as act, install Node 24.',
  )
}

/**
 * Only loading can fail here: each action handles its own errors. `@actions/github` reads the proxy variables while it is
 * loaded. Its error isn't shown, because it contains their values, and so maybe a password.
 */
const NOT_LOADED =
  "::error title=The action couldn't be loaded::Check that HTTP_PROXY and HTTPS_PROXY contain URLs such as " +
  '`http://proxy.example:3128`, or remove them.'

function fail(command: string): void {
  process.exitCode = 1
  console.log(command)
}
