const OLDEST_MAJOR_VERSION = 24

/**
 * Calls `start`, or fails the step if Node is too old, as with `act` and old self-hosted runners. No other file is
 * imported before, since an old Node may not parse it.
 * @param isPost whether this is the `post` step, which doesn't fail
 */
export async function startOnNewNode(start: () => Promise<void>, { isPost }: { isPost: boolean }): Promise<void> {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= OLDEST_MAJOR_VERSION) return await start()
  if (isPost) return
  process.exitCode = 1
  console.log(
    `::error title=Node is too old::This action needs Node ${OLDEST_MAJOR_VERSION} or newer, not Node ${node}. ` +
      'Update the runner to version 2.327.1 or later. For a local runner such as act, install Node 24.',
  )
}
