import type { ApiCall } from './api-call.ts'
import { userJson } from './people.ts'
import { type PullThread, pullJson } from './pulls.ts'
import { type Repository, repositoryJson } from './repository.ts'
import type { WebhookEvent } from './world.ts'

/** What GitHub delivers about something that somebody did. https://docs.github.com/webhooks/webhook-events-and-payloads */
export function deliver(repository: Repository, event: string, login: string, about: object): WebhookEvent {
  const sender = userJson(repository.hub, login)
  return { event, payload: { ...about, repository: repositoryJson(repository), sender } }
}

/** Tells what somebody has done by a request, if it was a person. */
export function announce({ hub, identity }: ApiCall, delivery: WebhookEvent): void {
  if (identity?.permissions === undefined) hub.onDelivery?.(delivery)
}

export function deliverPull(thread: PullThread, login: string, about: object): WebhookEvent {
  const pull_request = pullJson(thread)
  return deliver(thread.repository, 'pull_request', login, { ...about, number: thread.number, pull_request })
}

/** Of a branch that has moved on from a commit, https://docs.github.com/webhooks/webhook-events-and-payloads#push */
export function deliverPush(repository: Repository, branch: string, before: string, login: string, forced = false) {
  const { git } = repository
  const after = git.tipOf(branch)
  const commits = git.between(before, after).map(({ sha, message, date, parents }) => {
    const changes = git.listChanges(parents[0], sha)
    const paths = (wanted: string) => changes.filter(({ status }) => status === wanted).map(({ filename }) => filename)
    const [added, removed, modified] = ['added', 'removed', 'modified'].map(paths)
    return { id: sha, message, timestamp: date, added, removed, modified }
  })
  const about = { ref: `refs/heads/${branch}`, before, after, created: false, deleted: false, forced }
  return deliver(repository, 'push', login, { ...about, commits, head_commit: commits.at(-1) })
}

export function deliverTag(repository: Repository, tag: string, after: string): WebhookEvent {
  repository.git.refs.set(`tags/${tag}`, after)
  const about = { ref: `refs/tags/${tag}`, before: '0'.repeat(40), after, commits: [], created: true, deleted: false }
  return deliver(repository, 'push', 'maintainer', about)
}
