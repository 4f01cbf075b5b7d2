import { connectGitHub } from '../github/octokit.ts'
import { lookPast } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { connectService } from '../service/client.ts'
import { removeHiddenText } from '../text/hidden-text.ts'
import { type Command, parseCommand } from './command.ts'
import { type Context, type EarlyContext, isConnected } from './context.ts'
import { readGateInputs, readInputs } from './inputs.ts'
import { findDenial } from './permission.ts'
import { react } from './reactions.ts'
import { RunEnd } from './run-end.ts'

/** Connects to GitHub, and asks who may use the command. @throws RunEnd if the commenter may not */
export async function admit(early: EarlyContext): Promise<void> {
  const { trigger } = early
  early.inputs = readGateInputs(trigger)
  const { githubToken: token, comment } = early.inputs
  if (token !== '') early.github = connectGitHub({ ...early, token })
  if (trigger.kind !== 'comment' || !isConnected(early)) return
  // The final reaction, or the comment, says what GitHub refuses.
  const ignore = lookPast(({ message }) => log.info(`Couldn't react with 👀. ${message}`))
  const greeting = comment ? react(early, 'eyes').catch(ignore) : undefined
  // Together: a promise that nobody awaits ends the process when it rejects.
  const [denial] = await Promise.all([findDenial(early, trigger), greeting])
  if (denial !== undefined) throw new RunEnd('denied', denial)
}

/** What a run is asked to do. */
export interface Request {
  /** The instruction; may be empty for a check. */
  text: string
  isCheck: boolean
  /** Whether it is a new job, whatever the conversation has. */
  isNew: boolean
  /** How many lines of a mail reply aren't in the text. */
  unsentLines: number
}

/** The command of the comment that started the run. @throws RunEnd if it asks for help */
export function readCommand({ trigger, inputs }: EarlyContext): Command | undefined {
  if (trigger.kind !== 'comment') return undefined
  const command = parseCommand(removeHiddenText(trigger.comment.body), inputs.command)
  if (command.kind === 'help') throw new RunEnd('skipped', '', { help: command.word })
  return command
}

/**
 * What the command, or else the inputs, ask for.
 * @throws RunEnd if a command has no text, and no input sets a prompt
 */
export function readRequest({ inputs }: Context, command: Command | undefined): Request {
  const isCheck = inputs.dryRun || command?.kind === 'check'
  const { text, isNew, unsentLines } = command?.kind === 'prompt' ? command : { text: '', isNew: false, unsentLines: 0 }
  if (command?.kind === 'prompt' && text + inputs.prompt === '' && !isCheck)
    throw new RunEnd('skipped', '', { help: '' })
  return { text: (text || inputs.prompt).trim(), isCheck, isNew, unsentLines }
}

/** Reads the other inputs, and connects to the service. @throws ActionError if an input is invalid */
export function completeContext(early: EarlyContext): Context {
  const inputs = readInputs(early.inputs, early.trigger, early.run)
  early.lifetime.deadline = early.clock.now() + inputs.timeoutMs
  return Object.assign(early, { inputs, service: connectService({ ...inputs, ...early }) })
}
