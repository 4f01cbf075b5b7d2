const OLDEST_MAJOR_VERSION = 24;
async function startOnNewNode(start, { isPost }) {
    const { node } = process.versions;
    if (Number.parseInt(node, 10) >= OLDEST_MAJOR_VERSION)
        return await start();
    if (isPost)
        return;
    process.exitCode = 1;
    console.log(`::error title=Node is too old::This action needs Node ${OLDEST_MAJOR_VERSION} or newer, not Node ${node}. ` +
        'Update the runner to version 2.327.1 or later. For a local runner such as act, install Node 24.');
}
await startOnNewNode(async () => (await import('../main.js')).start.pageViews(), { isPost: false });
