// Not bundled: the build copies this file beside the bundle of `steps`, which it shares with `post`.
import { runMain } from './steps.ts'

await runMain()
