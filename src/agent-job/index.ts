import { runAction } from '../runner/run-action.ts'
import { answerEvent } from './answer-event.ts'

await runAction(answerEvent)
