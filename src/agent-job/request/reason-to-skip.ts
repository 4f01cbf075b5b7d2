import { isListed } from '../../github/account.ts'
import type { Inputs } from '../inputs.ts'
import { hasPatterns, selectFiles } from './changes/select-files.ts'
import type { Context } from './context.ts'
import { findLoop, isStartedOnPurpose } from './loops.ts'
import { hasCommand, type Trigger } from './trigger.ts'

/**
 * Ends a run without a command that one of `ignore-authors` caused, or that is about no file that counts.
 * @returns undefined when the run continues
 */
export async function findReasonToSkip(
  trigger: Trigger,
  inputs: Pick<Inputs, 'command' | 'jobId' | 'ignoreAuthors' | 'paths'>,
  context: Pick<Context, 'fetchChanges' | 'fetchCommits'>,
): Promise<{ outcome: 'skipped'; problem: string } | undefined> {
  const skip = (problem: string) => ({ outcome: 'skipped' as const, problem })
  if (hasCommand(trigger, inputs.command) || inputs.jobId !== '') return undefined
  const loop = findLoop(trigger, inputs.ignoreAuthors)
  if (loop !== undefined) return skip(loop)
  const commits = isStartedOnPurpose(trigger) ? [] : ((await context.fetchCommits()) ?? [])
  const [first] = commits
  if (first !== undefined && commits.every(({ author }) => isListed(author.login, inputs.ignoreAuthors)))
    return skip(`"${first.author.login}" wrote all commits of the pull request and is listed in \`ignore-authors\`.`)
  const changes = hasPatterns(inputs.paths) ? await context.fetchChanges() : undefined
  // If GitHub lists only a part of the files, one of the others may count.
  if (!changes?.isWhole || selectFiles(changes.files, inputs.paths).length > 0) return undefined
  const count = changes.files.length + (changes.leftOut ?? 0)
  if (count === 0) return skip('No files changed.')
  const files = count === 1 ? "The changed file doesn't match" : `None of the ${count} changed files matches`
  return skip(`${files} \`paths\`.`)
}
