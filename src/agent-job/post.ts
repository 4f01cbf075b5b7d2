import { createInputReader } from '../runner/inputs.ts'
import { createState } from '../runner/outputs.ts'
import { runAction } from '../runner/run-action.ts'
import { hideSecretInputs } from './inputs.ts'

// Nearly always there is nothing left to do: `main` has finished, or had nothing to do.
await runAction(async (runner) => {
  const state = createState(runner.secrets)
  const secretInputs = hideSecretInputs(createInputReader(runner.secrets))
  if (state.read('phase') !== 'started') return
  const { closeComment } = await import('./close-comment.ts')
  await closeComment(runner, secretInputs, state.read('jobId'))
})
