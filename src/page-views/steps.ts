import { runAction } from '../runner/run-action.ts'
import { startExport } from './start-export.ts'

/** The action's only step. The build makes one bundle of this file; importing it starts nothing. */
export const runMain = (): Promise<void> => runAction(startExport)
