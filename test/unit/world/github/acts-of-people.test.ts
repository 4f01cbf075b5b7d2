import { expect, test } from 'vitest'
import type { WebhookEvent } from '../../../world/github/world.ts'
import { startWorld } from './world-for-tests.ts'

// What people do by GitHub's API, as the acceptance test does it.

const app = '/repos/acme/app'

/** A GitHub with a pull request and a release, and what was delivered. */
async function startBusyWorld() {
  const { github, send } = await startWorld()
  const deliveries: string[] = []
  github.hub.onDelivery = ({ event, payload }: WebhookEvent) => deliveries.push(`${event} ${payload['action'] ?? ''}`)
  const { number } = await github.createPullRequest()
  const act = (asLogin: string, method: string, path: string, body?: object) =>
    send(method, path, { body, token: github.tokenFor(asLogin) })
  return { github, send, act, number, deliveries, tip: github.tipOf() }
}

const content = Buffer.from('text\n').toString('base64')

test('only people with write access change code and start runs; a stranger has a fork for it', async () => {
  const { act, number, tip, deliveries } = await startBusyWorld()
  const ref = { ref: 'refs/heads/change-9', sha: tip }
  const acts: [method: string, place: string, body: object][] = [
    ['PUT', '/contents/.github/workflows/docs.yml', { message: 'Add', content, branch: 'main' }],
    ['POST', '/git/refs', ref],
    ['DELETE', '/git/refs/heads/change-9', {}],
    ['POST', '/releases', { tag_name: 'v9' }],
    ['PUT', `/pulls/${number}/merge`, {}],
    ['POST', '/actions/workflows/docs.yml/dispatches', { ref: 'main' }],
  ]
  const perform = async (login: string) => {
    const statuses: number[] = []
    for (const [method, place, body] of acts) statuses.push((await act(login, method, app + place, body)).status)
    return statuses
  }
  expect(await perform('stranger')).toEqual(acts.map(() => 403))
  expect(deliveries).toEqual([])
  expect(await perform('writer')).toEqual([201, 201, 204, 201, 200, 204])
  expect(deliveries).toEqual(['push ', 'release published', 'push ', 'pull_request closed', 'workflow_dispatch '])

  expect((await act('stranger', 'POST', '/repos/stranger/app/git/refs', ref)).status).toBe(404)
  expect((await act('stranger', 'POST', `${app}/forks`, {})).status).toBe(202)
  expect((await act('stranger', 'POST', '/repos/stranger/app/git/refs', ref)).status).toBe(201)
  const asked = { title: 'Change', head: 'stranger:change-9', base: 'main', body: '' }
  const { body: pull } = await act('stranger', 'POST', `${app}/pulls`, asked)
  expect(pull).toMatchObject({
    head: { ref: 'change-9', label: 'stranger:change-9', repo: { full_name: 'stranger/app', fork: true } },
    base: { repo: { full_name: 'acme/app', fork: false } },
  })
})

test("what people write is delivered, and nothing that a workflow's token writes", async () => {
  const { act, send, number, tip, deliveries } = await startBusyWorld()
  const acts: [method: string, place: string, body: object, delivery?: string][] = [
    ['POST', '/issues', { title: 'Title', body: 'Body' }, 'issues opened'],
    ['POST', `/issues/${number}/comments`, { body: '/docs' }, 'issue_comment created'],
    ['POST', `/pulls/${number}/comments`, { body: '/docs', commit_id: tip }, 'pull_request_review_comment created'],
    ['POST', '/pulls', { title: 'Title', head: 'change-1', base: 'main' }, 'pull_request opened'],
    ['PATCH', `/pulls/${number}`, { state: 'closed' }, 'pull_request closed'],
    ['PATCH', `/pulls/${number}`, { state: 'closed' }],
  ]
  for (const [method, place, body] of acts) await send(method, app + place, { body })
  expect(deliveries).toEqual([])
  await act('maintainer', 'POST', '/repos/acme/app/git/refs', { ref: 'refs/heads/change-2', sha: tip })
  for (const [method, place, body] of acts.slice(0, 4)) await act('reader', method, app + place, body)
  const { body: open } = await act('reader', 'GET', `${app}/pulls?state=open`)
  for (const state of ['closed', 'closed']) await act('writer', 'PATCH', `${app}/pulls/${open[0].number}`, { state })
  expect(deliveries).toEqual(acts.flatMap(([, , , delivery]) => delivery ?? []))
  expect((await act('writer', 'PUT', `${app}/pulls/${number}/merge`, {})).status).toBe(405)
})
