import { failStep, startAction } from '../runner/start.ts'
import type { Outputs } from './result.ts'
import { readTrigger, readTriggerInputs, reportNothing, setOutputs } from './trigger.ts'

// GitHub starts the root action for every comment in a repository, and most contain no command. Those runs end here,
// before any package is loaded.
try {
  const trigger = readTrigger(readTriggerInputs())
  if (trigger.kind === 'nothing') reportNothing(trigger)
  else await startAction(({ agentJob }) => agentJob(trigger))
} catch (error) {
  const empty = { prLink: '', status: '', jobId: '', prNumber: '', commentUrl: '', job: '' }
  setOutputs({ ...empty, outcome: 'error', error: failStep(error) } satisfies Outputs)
}
