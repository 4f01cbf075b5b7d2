import { toActionError } from '../runner/action-error.ts'
import { failStep, startAction } from '../runner/start.ts'
import { readTrigger, readTriggerInputs, reportNothing, setOutput } from './trigger.ts'

// GitHub starts the root action for every comment in a repository, and most contain no command. Those runs end here,
// before any package is loaded.
try {
  const trigger = readTrigger(readTriggerInputs())
  if (trigger.kind === 'nothing') reportNothing(trigger)
  else await startAction(({ agentJob }) => agentJob(trigger))
} catch (error) {
  const { text } = toActionError(error)
  setOutput('outcome', 'error')
  setOutput('error', text)
  failStep("The event can't be read", text)
}
