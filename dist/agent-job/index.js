import { startOnNewNode } from '../runner/node-version.js';
await startOnNewNode(async () => {
    const { endIfNothingToDo } = await import('./end-if-nothing-to-do.js');
    if (!endIfNothingToDo(process.env))
        await (await import('../main.js')).start.agentJob();
}, { isPost: false });
