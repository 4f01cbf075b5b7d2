const OLDEST_MAJOR_VERSION = 24;
export async function startOnNewNode(load, { isPost }) {
    const { node } = process.versions;
    if (Number.parseInt(node, 10) >= OLDEST_MAJOR_VERSION)
        return await loadAndStart(load).catch(() => (isPost ? undefined : fail(NOT_LOADED)));
    if (isPost)
        return;
    fail(`::error title=Node is too old::This action needs Node ${OLDEST_MAJOR_VERSION} or newer, not Node ${node}. ` +
        'Update the runner to version 2.327.1 or later. For a local runner such as act, install Node 24.');
}
async function loadAndStart(load) {
    const kept = [];
    const keep = (name) => void kept.push(name);
    process.on('SIGINT', keep).on('SIGTERM', keep);
    const start = await load();
    const running = start?.();
    process.off('SIGINT', keep).off('SIGTERM', keep);
    for (const name of kept)
        process.emit(name, name);
    await running;
}
const NOT_LOADED = "::error title=The action couldn't be loaded::Check that HTTP_PROXY and HTTPS_PROXY contain URLs such as " +
    '`http://proxy.example:3128`, or remove them.';
function fail(command) {
    process.exitCode = 1;
    console.log(command);
}
