import type { ApiCall } from './api-call.ts'
import { personJson } from './commits.ts'
import { organization, userJson } from './people.ts'
import { type PullThread, pullJson } from './pulls.ts'
import { type Repository, repositoryJson } from './repository.ts'
import type { WebhookEvent } from './world.ts'

/** What GitHub delivers about something that somebody did. https://docs.github.com/webhooks/webhook-events-and-payloads */
export function deliver(repository: Repository, event: string, login: string, about: object): WebhookEvent {
  const { hub } = repository
  const accounts = { organization: userJson(hub, organization), sender: userJson(hub, login) }
  return { event, payload: { ...about, repository: repositoryJson(repository), ...accounts } }
}

/** Tells what somebody has done by a request, if it was a person. */
export function announce(call: ApiCall, ...deliveries: readonly WebhookEvent[]): void {
  if (call.identity?.permissions === undefined) for (const each of deliveries) call.hub.onDelivery?.(each)
}

export function deliverPull(thread: PullThread, login: string, about: object): WebhookEvent {
  const pull_request = pullJson(thread)
  return deliver(thread.repository, 'pull_request', login, { ...about, number: thread.number, pull_request })
}

/** Of a branch that has moved on from a commit, https://docs.github.com/webhooks/webhook-events-and-payloads#push */
export function deliverPush(repository: Repository, branch: string, before: string, login: string, forced = false) {
  const { git, htmlUrl } = repository
  const after = git.tipOf(branch)
  const commits = git.between(before, after).map(({ sha, message, date, author, parents }) => {
    const person = { ...personJson(author), ...(!author.includes('@') && { username: author }) }
    const changes = git.listChanges(parents[0], sha)
    const paths = (wanted: string) => changes.filter(({ status }) => status === wanted).map(({ filename }) => filename)
    return {
      id: sha,
      tree_id: sha,
      distinct: true,
      message,
      timestamp: date,
      url: `${htmlUrl}/commit/${sha}`,
      author: person,
      committer: person,
      added: paths('added'),
      removed: paths('removed'),
      modified: paths('modified'),
    }
  })
  return deliver(repository, 'push', login, {
    ref: `refs/heads/${branch}`,
    base_ref: null,
    before,
    after,
    commits,
    head_commit: commits.at(-1),
    created: false,
    deleted: false,
    forced,
    pusher: personJson(login),
    compare: `${htmlUrl}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
  })
}
