import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs.ts'
import { selectFiles } from './changes/select-files.ts'
import type { Context } from './context.ts'
import { composePrompt, type Prompt, type PromptContext } from './prompt.ts'
import type { Request } from './request.ts'

/**
 * Adds the context to what was asked for, and shows the prompt in the log. Of the context, it reads what the chosen
 * kind needs; what can't be read is left out.
 * @returns nothing when there is no prompt, neither to send nor to check
 */
export async function preparePrompt(
  request: Request,
  context: Context,
  inputs: Pick<Inputs, 'context' | 'paths'>,
  { run, log }: { run: Pick<WorkflowRun, 'repository'>; log: Log },
): Promise<Prompt | undefined> {
  const asked = request.kind === 'prompt' || request.kind === 'check' ? request.prompt : undefined
  if (asked === undefined) return undefined
  const prompt = composePrompt(asked, inputs.context, await fetchParts(context, inputs, run.repository))
  if (prompt.removals > 0)
    log.notice(
      'Hidden text',
      prompt.removals === 1
        ? "1 piece that a reader can't see was removed from the prompt."
        : `${prompt.removals} pieces that a reader can't see were removed from the prompt.`,
    )
  if (prompt.changes !== undefined) log.info(`What changed, in the prompt: ${prompt.changes}.`)
  await log.group('Prompt', () => log.info(readUntrustedText(prompt.text)))
  return prompt
}

async function fetchParts(
  context: Context,
  { context: choice, paths }: Pick<Inputs, 'context' | 'paths'>,
  repository: string,
): Promise<PromptContext> {
  const { release, place, gaps, branchChanges } = context
  if (choice === 'none') return { repository, gaps }
  const thread = await context.fetchThread()
  const reference = { repository, thread, release, place, gaps, branchChanges }
  if (choice === 'reference') return reference

  const needsChanges =
    choice === 'diff' ||
    branchChanges !== undefined ||
    (release === undefined && thread?.kind === 'pull request')
  const [description, changes] = await Promise.all([
    context.fetchDescription(),
    needsChanges ? context.fetchChanges() : undefined,
  ])
  const counting = changes && { ...changes, files: selectFiles(changes.files, paths) }
  return { ...reference, description, changes: counting }
}
