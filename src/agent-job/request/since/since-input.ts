import type { InputReader } from '../../../runner/inputs.ts'
import { STARTED_ON_PURPOSE } from '../loops.ts'

/** From where on the agent is told what changed: from the end of the previous run's range, or for so many days. */
export type Since = 'last-run' | { days: number }

/** Whether `since` counts on this event. */
export function isSinceEvent({ eventName }: { eventName: string }): boolean {
  return STARTED_ON_PURPOSE.includes(eventName)
}

/**
 * Reads the input `since`, and refuses it where the range couldn't be read, told or remembered.
 * @param run `ref`: the branch or tag that it runs on
 */
export function readSince(
  reader: InputReader,
  trigger: { eventName: string },
  { ref, githubToken }: { ref: string; githubToken: string },
): Since | undefined {
  const given = reader.text('since')
  if (given === '') return undefined
  const since = parseSince(given)
  const isLastRun = since === 'last-run'
  const allowed = [
    [since === undefined, 'last-run, or days such as 7d, 1d to 90d'],
    [reader.text('context') === 'none', 'only with another `context` than none'],
    [!ref.startsWith('refs/heads/'), 'only on a branch'],
    [githubToken === '', 'only with a `github-token`'],
    [
      isLastRun && reader.text('issue-number') === '',
      'last-run only with an `issue-number`, or days such as 7d',
    ],
    [
      isLastRun && /^false$/iu.test(reader.text('comment')),
      'last-run only with `comment: true`, or days such as 7d',
    ],
  ] as const
  const [wrong] = allowed.filter(([isWrong]) => isWrong)
  if (wrong !== undefined && (since === undefined || isSinceEvent(trigger)))
    reader.refuse('since', given, wrong[1])
  return since
}

function parseSince(text: string): Since | undefined {
  if (text === 'last-run') return text
  const days = Number(/^(\d{1,2})d$/u.exec(text)?.[1])
  return days >= 1 && days <= 90 ? { days } : undefined
}
