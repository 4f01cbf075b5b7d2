import { code, joinMarkdown, type Markdown, markdown } from '../../untrusted/markdown.ts'
import type { Outcome } from './outcome.ts'

/** What the advice depends on. */
export interface Advice {
  outcome: Outcome | undefined
  /** The comment command; empty when comments are not read. */
  command: string
  /** Whether a comment asked. Only then a re-run finds the job by itself, or a run that remembers it in a thread. */
  isAsked: boolean
  hasJob: boolean
}

/** What to do next; nothing where nothing is to be done. */
export function listNextSteps(advice: Advice): Markdown[] {
  const command = advice.command === '' ? markdown`the command` : code(advice.command)
  const again = advice.isAsked ? markdown`comment ${command} again` : markdown`start the workflow again`
  switch (advice.outcome) {
    case undefined:
      return [markdown`This comment changes when the job ends. There is nothing to do until then.`]
    case 'pull-request':
      return [
        markdown`Review the pull request as any other, and merge it when it is right.`,
        ...(advice.isAsked
          ? [
              markdown`To change it, ${again} and say what is missing. While the pull request is open, it is continued.`,
            ]
          : []),
      ]
    case 'no-pull-request':
      return [
        markdown`The agent may have found nothing to change, or have pushed straight to the branch that is deployed.`,
        markdown`If something was to change, ${again} with a prompt that names the page and what should be different.`,
      ]
    case 'archived':
      return [markdown`Somebody archived the job in the dashboard. To start a new one, ${again}.`]
    case 'submitted':
      return [
        markdown`This run does not wait. To collect the result later, run the action with \`job-id\` set to the job above.`,
      ]
    case 'dry-run':
      return [markdown`Set \`dry-run: false\` to have it done.`]
    case 'denied':
      return [
        markdown`Ask somebody with the permission to comment the command, or a maintainer to change \`minimum-permission\`.`,
      ]
    case 'duplicate':
      return [markdown`There is nothing to do: the comment of the other run says how its job goes.`]
    case 'failed':
      return [
        markdown`Look at the job in the dashboard of the documentation service.`,
        markdown`To start a new job, ${again}; a more precise prompt often helps.`,
      ]
    case 'timed-out':
      return [
        ...(advice.hasJob ? [markdown`The job goes on. ${pickUp(advice)}`] : []),
        markdown`A longer \`timeout\` waits longer.`,
      ]
    case 'unavailable':
      return [markdown`Nothing was sent, so a re-run of the workflow run is safe.`]
    case 'cancelled':
      return advice.hasJob
        ? [markdown`The job goes on. ${pickUp(advice)}`]
        : [markdown`Nothing was sent. To try again, re-run the workflow run.`]
    case 'unknown':
      return [
        markdown`Look for a new job, pull request or commit of the agent first: the service has no list to look it up in, and a second request could do the work twice.`,
        markdown`If there is none, ${again}. A re-run of this run does not send the prompt again.`,
      ]
    case 'error':
      return [
        markdown`The log of the run says more. When the cause is fixed, re-run the workflow run; after a change to the workflow file, ${again}, as a re-run uses the file of before.`,
        ...(advice.hasJob ? [markdown`The job goes on meanwhile, and the re-run picks it up.`] : []),
      ]
    case 'skipped':
      return []
  }
}

function pickUp({ isAsked }: Advice): Markdown {
  return isAsked
    ? markdown`Re-run this workflow run, or run the action with \`job-id\` set to the job above, to pick it up.`
    : markdown`Run the action with \`job-id\` set to the job above to pick it up.`
}

/** The steps as a list. */
export function renderSteps(steps: readonly Markdown[]): Markdown {
  return joinMarkdown(
    steps.map((step) => markdown`- ${step}`),
    '\n',
  )
}
