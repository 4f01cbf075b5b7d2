import { hasCommand, type Thread, type Trigger } from './trigger.ts'

/**
 * The thread that the run reports in: a command is answered where it stands; otherwise `issue-number`, or else the
 * event's own. The kind is not known of another thread.
 */
export function findReportThread(
  trigger: Trigger,
  { command, issueNumber }: { command: string; issueNumber: number | undefined },
): { number: number; kind?: Thread['kind'] } | undefined {
  const { thread } = trigger
  if (hasCommand(trigger, command) || issueNumber === undefined || issueNumber === thread?.number)
    return thread
  return { number: issueNumber }
}
