import { runAction } from '../runner/run-action.ts'
import { closeRun } from './close-run.ts'

await runAction(closeRun)
