const OLDEST_MAJOR_VERSION = 24;
export async function startOnNewNode(start, { isPost }) {
    const { node } = process.versions;
    if (Number.parseInt(node, 10) >= OLDEST_MAJOR_VERSION)
        return await start();
    if (isPost)
        return;
    process.exitCode = 1;
    console.log(`::error title=Node is too old::This action needs Node ${OLDEST_MAJOR_VERSION} or newer, and was started on Node ${node}. ` +
        'Update the runner to version 2.327.1 or later. A local runner such as act starts the node that it finds: install Node 24 there.');
}
