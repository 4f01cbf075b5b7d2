import { findRepository } from '../github/repository.ts'
import { deliverTag } from '../github/webhooks.ts'
import type { GitHubWorld, WebhookEvent } from '../github/world.ts'

const repository = { id: 1, name: 'app', full_name: 'acme/app', html_url: 'https://github.com/acme/app' }
const sender = { login: 'writer', id: 1001, type: 'User' }
export const byHand = (inputs: Record<string, string>): WebhookEvent => ({
  event: 'workflow_dispatch',
  payload: { inputs, ref: 'refs/heads/main', repository, sender },
})
export const bySchedule: WebhookEvent = { event: 'schedule', payload: { schedule: '17 6 * * 1' } }

/** A person pushes a new tag of a branch. */
export function byTag({ hub }: GitHubWorld, tag: string, branch = 'main'): WebhookEvent {
  const app = findRepository(hub, 'acme/app')
  return deliverTag(app, tag, app.git.tipOf(branch))
}

/** The delivery in a repository whose default branch has another name than `main`. */
export function withDefaultBranch({ event, payload }: WebhookEvent, name: string): WebhookEvent {
  return { event, payload: { ...payload, repository: { ...(payload['repository'] as object), default_branch: name } } }
}
