// Not bundled: the build copies this file beside the bundle of `steps`, which it shares with `index`.
import { startOnNewNode } from './node-version.js';
await startOnNewNode(async () => (await import('./steps.js')).runPost(), { isPost: true });
