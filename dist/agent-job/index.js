import { startOnNewNode } from './node-version.js';
await startOnNewNode(async () => (await import('./main.js')).runMain(), { isPost: false });
