// Not bundled: the build copies this file beside the bundle of `steps`, which it shares with `index`.
import { runPost } from './steps.js';
await runPost();
