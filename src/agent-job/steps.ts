import { runAction } from '../runner/run-action.ts'
import { closeRun } from './close-run.ts'
import { main } from './main.ts'

/**
 * The action's two steps. The build makes one bundle of this file, because they share most of their code. Importing it
 * starts nothing: which step runs is decided by the file that the runner starts, `index` or `post`, and by nothing else.
 */
export const runMain = (): Promise<void> => runAction(main)
export const runPost = (): Promise<void> => runAction(closeRun)
