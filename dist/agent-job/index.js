import { startOnNewNode } from '../runner/node-version.js';
await startOnNewNode(async () => {
    const { endIfNothingToDo } = await import('./end-if-nothing-to-do.js');
    return endIfNothingToDo(process.env) ? undefined : (await import('../main.js')).start.agentJob;
}, { isPost: false });
