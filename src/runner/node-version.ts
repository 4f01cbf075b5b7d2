const OLDEST_MAJOR_VERSION = 24

/** Runs an action; it listens to signals before it first waits for anything. */
type Start = () => Promise<void>

/**
 * Runs what `load` returns, or fails the step if Node is too old, as with `act` and old self-hosted runners. No other
 * file is imported before, since an old Node may not parse it.
 * @param load returns undefined if there is nothing to run
 * @param isPost whether this is the `post` step, which doesn't fail
 */
export async function startOnNewNode(
  load: () => Promise<Start | undefined>,
  { isPost }: { isPost: boolean },
): Promise<void> {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= OLDEST_MAJOR_VERSION)
    return await loadAndStart(load).catch(() => (isPost ? undefined : fail(NOT_LOADED)))
  if (isPost) return
  fail(
    `::error title=Node is too old::This action needs Node ${OLDEST_MAJOR_VERSION} or newer, not Node ${node}. ` +
      'Update the runner to version 2.327.1 or later. For a local runner such as act, install Node 24.',
  )
}

/** A signal while the action is loaded would end it without outputs: it is kept until the action listens. */
async function loadAndStart(load: () => Promise<Start | undefined>): Promise<void> {
  const kept: NodeJS.Signals[] = []
  const keep = (name: NodeJS.Signals) => void kept.push(name)
  process.on('SIGINT', keep).on('SIGTERM', keep)
  const start = await load()
  const running = start?.()
  process.off('SIGINT', keep).off('SIGTERM', keep)
  for (const name of kept) process.emit(name, name)
  await running
}

/**
 * Only loading can fail here: each action handles its own errors. `@actions/github` reads the proxy variables while it
 * is loaded. Its error isn't shown, because it contains their values, and so maybe a password.
 */
const NOT_LOADED =
  "::error title=The action couldn't be loaded::Check that HTTP_PROXY and HTTPS_PROXY contain URLs such as " +
  '`http://proxy.example:3128`, or remove them.'

function fail(command: string): void {
  process.exitCode = 1
  console.log(command)
}
