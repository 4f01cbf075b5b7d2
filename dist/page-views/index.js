// Not bundled: the build copies this file beside the bundle of `main`.
import { startOnNewNode } from './node-version.js';
await startOnNewNode(async () => (await import('./main.js')).runMain(), { isPost: false });
