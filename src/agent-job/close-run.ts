import { createInputReader } from '../runner/inputs.ts'
import { createState } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { parseJson } from '../untrusted/json.ts'
import { parseKnown } from './claim/parse-claim.ts'
import { hideSecretInputs } from './inputs.ts'

/**
 * The action's `post`: finishes the comment of a run whose `main` could not. Usually there is nothing to do, because `main`
 * has finished, or had nothing to do.
 */
export async function closeRun(runner: Runner): Promise<void> {
  const state = createState(runner)
  const secretInputs = hideSecretInputs(createInputReader(runner.secrets))
  if (state.read('phase') !== 'started') return
  const { closeComment } = await import('./close-comment.ts')
  const known = parseKnown(parseJson(state.read('known')))
  await closeComment(runner, secretInputs, {
    nonce: state.read('nonce'),
    thread: Number(state.read('thread')),
    known,
  })
}
