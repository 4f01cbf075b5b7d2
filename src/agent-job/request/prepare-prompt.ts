import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs.ts'
import { composePrompt, type Prompt } from './prompt.ts'
import type { Request } from './request.ts'
import type { Thread, Trigger } from './trigger.ts'

export interface PrepareDependencies {
  run: WorkflowRun
  github: GitHub | undefined
  log: Log
}

/**
 * Adds the context to what was asked for, and shows the prompt in the log. What can't be read is left out, with a
 * warning.
 * @returns nothing when no prompt is to be sent
 */
export async function preparePrompt(
  request: Request,
  trigger: Trigger,
  inputs: Inputs,
  dependencies: PrepareDependencies,
): Promise<Prompt | undefined> {
  if (request.kind !== 'prompt') return undefined
  const { run, github, log } = dependencies
  const subject = await completeThread(trigger, inputs, dependencies)
  const prompt = await composePrompt(request.prompt, subject, inputs.context, run.repository, github).catch(
    (error) => {
      if (!(error instanceof GitHubError)) throw error
      log.warning('The prompt goes without the changed files', error.message)
      return composePrompt(request.prompt, subject, inputs.context, run.repository, undefined)
    },
  )
  if (prompt.removals > 0)
    log.notice(
      'Hidden text',
      prompt.removals === 1
        ? "1 piece that a reader can't see was removed from the prompt."
        : `${prompt.removals} pieces that a reader can't see were removed from the prompt.`,
    )
  await log.group('Prompt', () => log.info(readUntrustedText(prompt.text)))
  return prompt
}

/** `issue-number` names a thread that the event did not bring: its title and URL are worth one request. */
async function completeThread(
  trigger: Trigger,
  { issueNumber: number, context }: Inputs,
  { github, log }: PrepareDependencies,
): Promise<Pick<Trigger, 'thread' | 'release'>> {
  if (trigger.thread !== undefined || number === undefined || context === 'none' || github === undefined)
    return trigger
  const found = await github.readThread(number).catch((error) => {
    if (!(error instanceof GitHubError)) throw error
    log.warning('The prompt goes without title and URL of the thread', error.message)
    return { kind: 'issue' as const }
  })
  const thread: Thread = { number, ...found }
  return { ...trigger, thread }
}
