import type { PullRequests } from '../../github/pull-requests.ts'
import type { Log } from '../../runner/log.ts'
import type { Inputs } from '../inputs.ts'
import { hasPatterns, selectFiles } from './changes/select-files.ts'
import { findLoop } from './loops.ts'
import type { Subject } from './subject.ts'
import { hasCommand, type Trigger } from './trigger.ts'

/**
 * Why an event without a command asks for nothing: it is the agent's own work, or no file changed that counts.
 * @param github undefined when there is no token
 * @returns a sentence, or undefined when the run goes on
 */
export async function findReasonToSkip(
  trigger: Trigger,
  inputs: Pick<Inputs, 'command' | 'jobId' | 'ignoreAuthors' | 'paths'>,
  subject: Pick<Subject, 'readChanges'>,
  github: Pick<PullRequests, 'listPullRequestsOfCommit'> | undefined,
  log: Pick<Log, 'warning'>,
): Promise<string | undefined> {
  if (hasCommand(trigger, inputs.command) || inputs.jobId !== '') return undefined

  const loop = await findLoop(trigger, inputs.ignoreAuthors, github, log)
  if (loop !== undefined || !hasPatterns(inputs.paths)) return loop

  const changes = await subject.readChanges()
  // Where GitHub lists no more files, one of the others may count.
  if (changes === undefined || !changes.isWhole || selectFiles(changes.files, inputs.paths).length > 0)
    return undefined
  return changes.files.length === 1
    ? "The changed file doesn't match `paths`."
    : `None of the ${changes.files.length} changed files matches \`paths\`.`
}
