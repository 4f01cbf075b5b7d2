import { runAction } from '../runner/run-action.ts'
import { startExport } from './start-export.ts'

await runAction(startExport)
