import type { InputReader } from '../../runner/inputs.ts'
import { isStartedOnPurpose } from './loops.ts'

/** Which changes the agent gets: those since the end of the previous run's range, or for so many days. */
export type Since = 'last-run' | { days: number }

/** Reads the input `since`, and rejects it where the range couldn't be read or remembered. */
export function readSince(
  reader: InputReader,
  trigger: { eventName: string },
  { ref, githubToken }: { ref: string; githubToken: string },
): Since | undefined {
  const given = reader.text('since')
  if (given === '') return undefined
  const isLastRun = given === 'last-run'
  const days = Number(/^(\d{1,2})d$/u.exec(given)?.[1])
  const since = isLastRun ? given : days >= 1 && days <= 90 ? { days } : undefined
  const isComment = !/^false$/iu.test(reader.text('comment'))
  const rules: readonly (readonly [isKept: boolean, allowed: string])[] = [
    [since !== undefined, 'last-run, or days such as 7d, 1d to 90d'],
    [reader.text('context') !== 'none', '`since` together with `context: reference`, `full` or `diff`'],
    [ref.startsWith('refs/heads/'), 'only on a branch'],
    [githubToken !== '', 'only with a `github-token`'],
    [!isLastRun || reader.text('issue-number') !== '', 'days such as 7d, or last-run with an `issue-number`'],
    [!isLastRun || isComment, 'days such as 7d, or last-run with `comment: true`'],
  ]
  const broken = rules.find(([isKept]) => !isKept)
  if (broken && (since === undefined || isStartedOnPurpose(trigger))) reader.refuse('since', given, broken[1])
  return since
}
