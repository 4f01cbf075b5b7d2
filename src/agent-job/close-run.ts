import { createInputReader } from '../runner/inputs.ts'
import { createState } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { parseJson, readFields } from '../untrusted/json.ts'
import { readDelivery } from './claim/claim-marker.ts'
import { hideSecretInputs } from './inputs.ts'
import { OUTCOMES } from './result/outcome.ts'

/**
 * The action's `post`: finishes the comment of a run whose `main` could not. Usually there is nothing to do, because `main`
 * has finished, or had nothing to do.
 */
export async function closeRun(runner: Runner): Promise<void> {
  const state = createState(runner)
  const secretInputs = hideSecretInputs(createInputReader(runner.secrets))
  if (state.read('phase') !== 'started') return
  const { closeComment } = await import('./close-comment.ts')
  const jobId = state.read('jobId')
  const prLink = state.read('prLink')
  await closeComment(runner, secretInputs, {
    nonce: state.read('nonce'),
    jobId: jobId === '' ? undefined : jobId,
    delivery: readDelivery(readFields(parseJson(state.read('delivery')))),
    outcome: OUTCOMES.find((outcome) => outcome === state.read('outcome')),
    pullRequest: URL.canParse(prLink) ? new URL(prLink) : undefined,
  })
}
