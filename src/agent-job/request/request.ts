import { removeHiddenText } from '../../untrusted/hidden-text.ts'
import { type UntrustedText, untrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs.ts'
import { parseCommand } from './command.ts'
import type { Prompt } from './prompt.ts'
import { hasCommand, type Trigger } from './trigger.ts'

/** What this run is asked to do. */
export type Request =
  /** `unknownWord`: the first word of the comment, where it looks like an option that there isn't. */
  | { kind: 'help'; unknownWord?: UntrustedText }
  | { kind: 'attach'; jobId: string }
  /** `isNew`: a new job, also where the pull request of an earlier one could be continued. */
  | { kind: 'prompt'; prompt: Prompt; isNew: boolean }

/** What the trigger and the inputs ask for together. */
export function readRequest(trigger: Trigger, inputs: Inputs): Request {
  if (inputs.jobId !== '') return { kind: 'attach', jobId: inputs.jobId }
  if (!hasCommand(trigger, inputs.command)) return fromInputs(inputs.prompt, false)

  const clean = removeHiddenText(trigger.comment.body)
  // Asked again of what a reader sees: the prompt may have been nothing but hidden text.
  const command = parseCommand(clean.text, inputs.command)
  if (command.kind === 'prompt') {
    const { text, isNew } = command
    return { kind: 'prompt', prompt: { text, removals: clean.removals }, isNew }
  }
  if (command.kind === 'bare' && inputs.prompt !== '') return fromInputs(inputs.prompt, command.isNew)
  return { kind: 'help' }
}

function fromInputs(text: string, isNew: boolean): Request {
  return { kind: 'prompt', prompt: { text: untrustedText(text), removals: 0 }, isNew }
}
