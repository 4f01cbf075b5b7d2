import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs.ts'
import { selectFiles } from './changes/select-files.ts'
import { composePrompt, type Prompt, type PromptContext } from './prompt.ts'
import type { Request } from './request.ts'
import type { Subject } from './subject.ts'

type ContextInputs = Pick<Inputs, 'context' | 'diffLimit' | 'paths'>

/**
 * Adds the context to what was asked for, and shows the prompt in the log. Of the subject, it reads what the chosen
 * context needs; what can't be read is left out.
 * @returns nothing when no prompt is to be sent
 */
export async function preparePrompt(
  request: Request,
  subject: Subject,
  inputs: ContextInputs,
  { repository, log }: { repository: string; log: Log },
): Promise<Prompt | undefined> {
  if (request.kind !== 'prompt') return undefined
  const context = await readContext(subject, inputs, repository)
  const prompt = composePrompt(request.prompt, inputs.context, context, inputs.diffLimit)
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

async function readContext(
  subject: Subject,
  { context, paths }: ContextInputs,
  repository: string,
): Promise<PromptContext> {
  if (context === 'none') return { repository }
  const thread = await subject.readThread()
  const { release } = subject
  if (context === 'reference') return { repository, thread, release }

  const needsChanges = context === 'diff' || (release === undefined && thread?.kind === 'pull request')
  const [description, changes] = await Promise.all([
    subject.readDescription(),
    needsChanges ? subject.readChanges() : undefined,
  ])
  const counting = changes && { ...changes, files: selectFiles(changes.files, paths) }
  return { repository, thread, release, description, changes: counting }
}
