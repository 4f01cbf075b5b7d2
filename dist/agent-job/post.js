import { startOnNewNode } from '../runner/node-version.js';
await startOnNewNode(async () => {
    return process.env['STATE_phase'] === 'started' ? (await import('../main.js')).start.agentJobPost : undefined;
}, { isPost: true });
