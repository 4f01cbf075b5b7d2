import type { Inputs } from '../inputs.ts'
import type { WhatChanged } from './changes/read-changes.ts'
import { selectFiles } from './changes/select-files.ts'
import { composePrompt, type Prompt } from './prompt.ts'
import type { Subject } from './subject.ts'

/**
 * Adds the context that the inputs choose, and reads nothing else of the subject.
 * @param asked the instruction, hidden text removed already
 * @param repository `owner/name`
 */
export async function preparePrompt(
  asked: Prompt,
  subject: Subject,
  { context, diffLimit, paths }: Pick<Inputs, 'context' | 'diffLimit' | 'paths'>,
  repository: string,
): Promise<Prompt> {
  if (context === 'none') return composePrompt(asked, context, { repository }, diffLimit)
  const thread = await subject.readThread()
  const { release } = subject
  if (context === 'reference')
    return composePrompt(asked, context, { repository, thread, release }, diffLimit)

  const needsChanges = context === 'diff' || (release === undefined && thread?.kind === 'pull request')
  const [description, changes] = await Promise.all([
    subject.readDescription(),
    needsChanges ? subject.readChanges() : undefined,
  ])
  const counting: WhatChanged | undefined = changes && {
    ...changes,
    files: selectFiles(changes.files, paths),
  }
  const parts = { repository, thread, release, description, changes: counting }
  return composePrompt(asked, context, parts, diffLimit)
}
