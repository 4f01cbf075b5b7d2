import type { WebhookEvent } from '../github/world.ts'

const repository = { id: 1, name: 'app', full_name: 'acme/app', html_url: 'https://github.com/acme/app' }
const sender = { login: 'writer', id: 1001, type: 'User' }
/** Somebody starts the workflow in the browser. */
export const byHand = (prompt: string): WebhookEvent => ({
  event: 'workflow_dispatch',
  payload: { inputs: { prompt }, ref: 'refs/heads/main', repository, sender },
})
export const bySchedule: WebhookEvent = { event: 'schedule', payload: { schedule: '17 6 * * 1', repository } }

/** A delivery about a pull request that GitHub would make later on. */
export function later(pull: WebhookEvent, event: string, action: string, change: object = {}): WebhookEvent {
  const pullRequest = { ...(pull.payload['pull_request'] as object), ...change }
  return { event, payload: { ...pull.payload, action, pull_request: pullRequest } }
}
