const OLDEST_MAJOR_VERSION = 24

/**
 * Calls `start` on a Node that has all that the actions use. On an older one, as `act` and old self-hosted runners may
 * start, it fails the step and says so: nothing else is loaded there, which could be an error of the language.
 * @param isPost whether this is the `post` step, which has nothing to do then, and fails no run
 */
export async function startOnNewNode(
  start: () => Promise<void>,
  { isPost }: { isPost: boolean },
): Promise<void> {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= OLDEST_MAJOR_VERSION) return await start()
  if (isPost) return
  process.exitCode = 1
  console.log(
    `::error title=Node is too old::This action needs Node ${OLDEST_MAJOR_VERSION} or newer, and was started on ` +
      `Node ${node}. Update the runner to version 2.327.1 or later. A local runner such as act starts the node that ` +
      'it finds: install Node 24 there.',
  )
}
