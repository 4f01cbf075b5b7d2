// Not bundled: the build copies this file beside the bundle of `steps`.
import { startOnNewNode } from './node-version.js';
await startOnNewNode(async () => (await import('./steps.js')).runMain(), { isPost: false });
