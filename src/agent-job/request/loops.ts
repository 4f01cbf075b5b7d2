import { isListed } from '../../github/authorship.ts'
import type { Trigger } from './trigger.ts'

const STARTED_ON_PURPOSE = ['workflow_dispatch', 'repository_dispatch', 'schedule']

/** Whoever starts these means it. */
export function isStartedOnPurpose({ eventName }: Pick<Trigger, 'eventName'>): boolean {
  return STARTED_ON_PURPOSE.includes(eventName)
}

/**
 * Finds out whether one of `ignoreAuthors` caused an event without a command: documenting the agent's own merges would
 * never end. Of a push, the commits and its pull request decide, since a merge by anybody may bring the work of others.
 * @returns why the run is to end, or undefined
 */
export function findLoop(
  { eventName, sender, thread, release, push }: Trigger,
  ignoreAuthors: readonly string[],
): string | undefined {
  const isIgnored = (login: string | undefined): login is string => isListed(login, ignoreAuthors)

  if (isStartedOnPurpose({ eventName })) return undefined
  if (push !== undefined) {
    const [first] = push.commits
    const isByIgnored = push.commits.every(({ author }) => isIgnored(author))
    if (isIgnored(first?.author) && isByIgnored) return explain('wrote all commits of the push', first.author)
    const { pullRequest } = push
    if (!isIgnored(pullRequest?.author)) return undefined
    return explain(`wrote pull request #${pullRequest?.number}, which the push merged`, pullRequest.author)
  }
  if (isIgnored(thread?.author)) return explain(`wrote the ${thread.kind}`, thread.author)
  if (isIgnored(release?.author)) return explain('wrote the release', release.author)
  return isIgnored(sender) ? explain(`caused the event "${eventName}"`, sender) : undefined
}

function explain(what: string, login: string): string {
  return `"${login}" ${what}, and is listed in ignore-authors.`
}
