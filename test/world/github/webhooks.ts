import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isObject } from './api-message.ts'
import { mendShapes } from './shapes.ts'
import type { LayerState } from './state.ts'
import type { WebhookEvent } from './world.ts'

export interface WebhookReceiver {
  /** Where the emulator delivers to. */
  readonly url: string
  on(handler: (event: WebhookEvent) => void): () => void
  /** The first delivery, past or to come, that satisfies the condition. */
  waitFor(condition: (event: WebhookEvent) => boolean): Promise<WebhookEvent>
  close(): Promise<void>
}

/** Receives what the emulator delivers, and completes it to what GitHub delivers. */
export async function startWebhookReceiver(
  complete: (event: WebhookEvent, rawPayload: string) => WebhookEvent,
): Promise<WebhookReceiver> {
  const received: WebhookEvent[] = []
  const handlers = new Set<(event: WebhookEvent) => void>()
  const server = createServer(async (request, response) => {
    const event = complete(
      { event: String(request.headers['x-github-event']), payload: {} },
      await text(request),
    )
    response.writeHead(204).end()
    received.push(event)
    for (const handler of [...handlers]) handler(event)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const on = (handler: (event: WebhookEvent) => void) => {
    handlers.add(handler)
    return () => {
      handlers.delete(handler)
    }
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    on,
    waitFor(condition) {
      const known = received.findLast(condition)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve) => {
        const stop = on((event) => {
          if (!condition(event)) return
          stop()
          resolve(event)
        })
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
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
