import { isObject } from './api-message.ts'
import { mendShapes } from './shapes.ts'
import type { LayerState } from './state.ts'
import type { WebhookEvent } from './world.ts'

export interface WebhookReceiver {
  /** Where the emulator delivers to. */
  readonly url: string
  /** The first delivery, past or to come, that satisfies the condition. */
  waitFor(condition: (event: WebhookEvent) => boolean): Promise<WebhookEvent>
  close(): void
}

/** Receives what the emulator delivers, and completes it to what GitHub delivers. */
export function startWebhookReceiver(
  complete: (event: WebhookEvent, rawPayload: string) => WebhookEvent,
): WebhookReceiver {
  const received: WebhookEvent[] = []
  const handlers = new Set<(event: WebhookEvent) => void>()
  const url = `http://webhooks.invalid/${++count}`
  receivers.set(url, (name, rawPayload) => {
    const event = complete({ event: name, payload: {} }, rawPayload)
    received.push(event)
    for (const handler of [...handlers]) handler(event)
  })
  return {
    url,
    waitFor(condition) {
      const known = received.findLast(condition)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve) => {
        const handler = (event: WebhookEvent): void => {
          if (!condition(event)) return
          handlers.delete(handler)
          resolve(event)
        }
        handlers.add(handler)
      })
    },
    close: () => void receivers.delete(url),
  }
}

/** By the address that an emulator delivers to. */
const receivers = new Map<string, (event: string, rawPayload: string) => void>()
let count = 0

// The emulator delivers by the global `fetch`, and a connection to this very process would be most of what that costs.
const fetchByNetwork = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const receive = receivers.get(String(input))
  if (receive === undefined) return await fetchByNetwork(input, init)
  const name = new Headers(init?.headers).get('x-github-event') ?? ''
  // GitHub delivers once it has answered the request that caused it.
  setImmediate(receive, name, String(init?.body))
  return new Response(null, { status: 204 })
}

/** Waits for a delivery by its action and the id of what it is about. */
export function waitForAction(webhooks: WebhookReceiver) {
  return (event: string, action: string, part: string, id: unknown): Promise<WebhookEvent> =>
    webhooks.waitFor(({ event: name, payload }) => {
      const subject = payload[part]
      return name === event && payload['action'] === action && isObject(subject) && subject['id'] === id
    })
}

/**
 * A payload of the emulator -> the payload of GitHub: shapes, the `organization`, and the `changes` of an edit.
 * https://docs.github.com/webhooks/webhook-events-and-payloads#issue_comment
 */
export function completePayload(
  state: LayerState,
  rawPayload: string,
  emulatorUrl: string,
): Record<string, unknown> {
  const payload = mendShapes(state, rawPayload, emulatorUrl)
  if (!isObject(payload)) return {}
  const push = state.pushes.get(String(payload['after'])) ?? {}
  return { ...payload, ...push, ...readChanges(state, payload), ...readOrganization(payload) }
}

function readChanges(state: LayerState, payload: Record<string, unknown>): Record<string, unknown> {
  const { action, comment } = payload
  const from = isObject(comment) ? state.editedFrom.get(Number(comment['id'])) : undefined
  return action === 'edited' && from !== undefined ? { changes: { body: { from } } } : {}
}

function readOrganization({ repository }: Record<string, unknown>): Record<string, unknown> {
  const owner = isObject(repository) ? repository['owner'] : undefined
  if (!isObject(owner) || owner['type'] !== 'Organization') return {}
  const fields = ['login', 'id', 'node_id', 'url', 'repos_url', 'events_url', 'hooks_url', 'issues_url']
  const more = ['members_url', 'public_members_url', 'avatar_url', 'description']
  return { organization: Object.fromEntries([...fields, ...more].map((name) => [name, owner[name] ?? ''])) }
}
