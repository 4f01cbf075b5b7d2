import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { ContextChoice, Inputs } from '../inputs.ts'
import type { PathPatterns } from './changes/path-patterns.ts'
import { selectFiles } from './changes/select-files.ts'
import type { Context } from './context.ts'
import { composePrompt, type Prompt, type PromptContext } from './prompt.ts'
import type { Request } from './request.ts'

/**
 * Adds the context to the instruction, and shows the prompt in the log. It reads only what the chosen kind of context needs.
 * @returns undefined for a request without a prompt to send or to check
 */
export async function preparePrompt(
  request: Request,
  context: Context,
  { context: choice, paths }: Pick<Inputs, 'context' | 'paths'>,
  { run, log }: { run: Pick<WorkflowRun, 'repository'>; log: Log },
): Promise<Prompt | undefined> {
  if (request.kind !== 'prompt' && request.kind !== 'check') return undefined
  const parts = { ...(await fetchParts(context, choice, paths)), repository: run.repository }
  const prompt = composePrompt(request.prompt, choice, parts)
  const { removals } = prompt
  const [pieces, were] = removals === 1 ? ['piece', 'was'] : ['pieces', 'were']
  if (removals > 0)
    log.notice(
      'Hidden text',
      `${removals} ${pieces} that a reader can't see ${were} removed from the prompt.`,
    )
  if (prompt.changes !== undefined) log.info(`What changed, in the prompt: ${prompt.changes}.`)
  await log.group('Prompt', () => log.info(readUntrustedText(prompt.text)))
  return prompt
}

async function fetchParts(
  context: Context,
  choice: ContextChoice,
  paths: PathPatterns,
): Promise<Omit<PromptContext, 'repository'>> {
  if (choice === 'none') return context
  const thread = await context.fetchThread()
  if (choice === 'reference') return { ...context, thread }
  const needsChanges =
    choice === 'diff' || context.branchChanges || (!context.release && thread?.kind === 'pull request')
  const [description, changes] = await Promise.all([
    context.fetchDescription(),
    needsChanges ? context.fetchChanges() : undefined,
  ])
  const counting = changes && { ...changes, files: selectFiles(changes.files, paths) }
  return { ...context, thread, description, changes: counting }
}
