import { startOnNewNode } from '../runner/node-version.js';
await startOnNewNode(async () => (await import('../main.js')).start.pageViews, { isPost: false });
