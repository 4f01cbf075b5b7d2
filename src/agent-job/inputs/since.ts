import type { InputReader } from '../../runner/inputs.ts'
import { isStartedOnPurpose } from '../trigger/trigger.ts'

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
  const rules: readonly (readonly [isKept: boolean, instruction: string])[] = [
    [since !== undefined, 'Write `last-run`, or a number of days from `1d` to `90d`.'],
    [reader.text('context') !== 'none', 'Set `context` to `reference`, `full` or `diff`.'],
    [ref.startsWith('refs/heads/'), 'Run the workflow on a branch.'],
    [githubToken !== '', 'Set `github-token`.'],
    [!isLastRun || reader.text('issue-number') !== '', 'Set `issue-number`, or write a number of days, such as `7d`.'],
    [!isLastRun || isComment, 'Set `comment: true`, or write a number of days, such as `7d`.'],
  ]
  const broken = rules.find(([isKept]) => !isKept)
  if (broken && (since === undefined || isStartedOnPurpose(trigger))) reader.refuse('since', given, broken[1])
  return since
}
