import { startOnNewNode } from '../runner/node-version.js';
await startOnNewNode(async () => {
    if (process.env['STATE_phase'] === 'started')
        await (await import('../main.js')).start.agentJobPost();
}, { isPost: true });
