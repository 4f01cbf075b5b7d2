import { createInputReader } from '../runner/inputs.ts'
import { createState } from '../runner/outputs.ts'
import { runAction } from '../runner/run-action.ts'
import { hideSecretInputs } from './inputs.ts'
import { OUTCOMES } from './result/outcome.ts'

// Nearly always there is nothing left to do: `main` has finished, or had nothing to do.
await runAction(async (runner) => {
  const state = createState(runner)
  const secretInputs = hideSecretInputs(createInputReader(runner.secrets))
  if (state.read('phase') !== 'started') return
  const { closeComment } = await import('./close-comment.ts')
  const jobId = state.read('jobId')
  const prLink = state.read('prLink')
  await closeComment(runner, secretInputs, {
    nonce: state.read('nonce'),
    jobId: jobId === '' ? undefined : jobId,
    outcome: OUTCOMES.find((outcome) => outcome === state.read('outcome')),
    pullRequest: URL.canParse(prLink) ? new URL(prLink) : undefined,
  })
})
