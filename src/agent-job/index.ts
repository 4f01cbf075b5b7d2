import { runAction } from '../runner/run-action.ts'
import { main } from './main.ts'

await runAction(main)
