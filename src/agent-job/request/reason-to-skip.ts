import type { Inputs } from '../inputs.ts'
import { hasPatterns, selectFiles } from './changes/select-files.ts'
import type { Context } from './context.ts'
import { findLoop } from './loops.ts'
import { hasCommand, type Trigger } from './trigger.ts'

/**
 * Why an event without a command asks for nothing: one of `ignore-authors` caused it, or no file changed that counts.
 * @returns a sentence, or undefined when the run continues
 */
export async function findReasonToSkip(
  trigger: Trigger,
  inputs: Pick<Inputs, 'command' | 'jobId' | 'ignoreAuthors' | 'paths'>,
  context: Pick<Context, 'fetchChanges'>,
): Promise<string | undefined> {
  if (hasCommand(trigger, inputs.command) || inputs.jobId !== '' || trigger.isClosedWithoutMerge)
    return undefined
  const loop = findLoop(trigger, inputs.ignoreAuthors)
  if (loop !== undefined || !hasPatterns(inputs.paths)) return loop

  const changes = await context.fetchChanges()
  // Where GitHub lists no more files, one of the others may count.
  if (changes === undefined || !changes.isWhole || selectFiles(changes.files, inputs.paths).length > 0)
    return undefined
  const count = changes.files.length
  if (count === 0) return 'No file changed, so none matches `paths`.'
  return count === 1
    ? "The changed file doesn't match `paths`."
    : `None of the ${count} changed files matches \`paths\`.`
}
