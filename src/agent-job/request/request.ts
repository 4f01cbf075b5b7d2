import { removeHiddenText } from '../../untrusted/hidden-text.ts'
import { type UntrustedText, untrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { isStartedByComment, type Trigger } from '../trigger/trigger.ts'
import { type Help, parseCommand } from './command.ts'

/** What was requested, without hidden text. */
export interface Instruction {
  text: UntrustedText
  /** How many hidden pieces were removed. */
  removals: number
}

export type Request =
  | ({ kind: 'help' } & Help)
  /** Check the setup. `prompt`: what a bare command would send; its text may be empty. */
  | { kind: 'check'; prompt: Instruction }
  | { kind: 'attach'; jobId: string }
  /** `isNew`: a new job, also where the pull request of an earlier one could be continued. */
  | { kind: 'prompt'; prompt: Instruction; isNew: boolean }

/** What the trigger and the inputs ask for together. */
export function parseRequest(
  trigger: Trigger,
  { command, jobId, prompt }: Pick<Inputs, 'command' | 'jobId' | 'prompt'>,
): Request {
  if (jobId !== '') return { kind: 'attach', jobId }
  const ofInputs = { text: untrustedText(prompt), removals: 0 }
  if (!isStartedByComment(trigger, command)) return { kind: 'prompt', prompt: ofInputs, isNew: false }

  const clean = removeHiddenText(trigger.comment.body)
  // The prompt may have been nothing but hidden text.
  const asked = parseCommand(clean.text, command)
  if (asked.kind === 'prompt')
    return { kind: 'prompt', prompt: { text: asked.text, removals: clean.removals }, isNew: asked.isNew }
  if (asked.kind === 'check') return { kind: 'check', prompt: ofInputs }
  if (asked.kind === 'bare' && prompt !== '') return { kind: 'prompt', prompt: ofInputs, isNew: asked.isNew }
  return asked.kind === 'help' ? asked : { kind: 'help' }
}
