// Not bundled: the build copies this file beside the bundle of `main`, which it shares with `index`.
import { startOnNewNode } from './node-version.js';
await startOnNewNode(async () => (await import('./main.js')).runPost(), { isPost: true });
