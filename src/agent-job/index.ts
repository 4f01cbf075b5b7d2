import { toActionError } from '../runner/action-error.ts'
import { failStep, startAction } from '../runner/start.ts'
import type { Trigger } from './event.ts'
import { type NothingToDo, readTrigger, readTriggerInputs, reportNothing, setOutput } from './trigger.ts'

// GitHub starts the root action for every comment in a repository, and most contain no command. Those runs end here, before
// any package is loaded.
const trigger = readTriggerOrFail()
if (trigger?.kind === 'nothing') reportNothing(trigger)
else if (trigger !== undefined) await startAction('agentJob')

function readTriggerOrFail(): Trigger | NothingToDo | undefined {
  try {
    return readTrigger(readTriggerInputs())
  } catch (error) {
    const { message, hint } = toActionError(error)
    const text = `${message} ${hint}`
    setOutput('outcome', 'error')
    setOutput('error', text)
    failStep("The event can't be read", text)
    return undefined
  }
}
