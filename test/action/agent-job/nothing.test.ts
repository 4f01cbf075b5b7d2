import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import { isObject } from '../../world/github/api-message.ts'
import type { WebhookEvent } from '../../world/github/world.ts'
import { createQuickWorld, createWorld, type Step, type World } from '../../world/index.ts'
import { listRequests, PROMPT } from './story.ts'

// `test/unit/agent-job/trigger.test.ts` has every event that asks for nothing.

/** Runs the workflow for an event that asks for nothing: no request, one output, one line. @returns the line */
async function expectNothing(world: World, step: Step): Promise<string> {
  const result = await world.run(step)
  expect({ ...result.outputs }).toEqual({ outcome: 'skipped' })
  expect([result.conclusion, result.rawSummary]).toEqual(['success', ''])
  expect(listRequests(world)).toEqual([])
  expect(result.log.lines).toHaveLength(1)
  return result.log.shown.trim()
}

test('a comment without the command ends at once, without a request, whatever the inputs are', async () => {
  await using world = await createWorld()
  const { number } = await world.github.createIssue()
  const trigger = await world.github.comment(number, 'Thank you!')
  const inputs = { 'api-key': '', 'project-id': '', timeout: 'soon', 'minimum-permission': 'any' }
  expect(await expectNothing(world, { trigger, inputs })).toBe("Nothing to do: The comment doesn't begin with /docs.")
})

test('so does a merge by an account of `ignore-authors`', async () => {
  await using world = await createQuickWorld()
  const { number } = await world.github.createPullRequest({ asLogin: 'acme-docs[bot]' })
  const { closed: trigger } = await world.github.merge(number)
  const inputs = { 'ignore-authors': 'dependabot[bot], ACME-Docs[bot]' }
  expect(await expectNothing(world, { trigger, inputs })).toMatch(
    /^Nothing to do: acme-docs\[bot\] is listed in `ignore-authors`, and is the author of the/u,
  )
})

describe('what can’t be read before the run begins is an error that says so, and sets every output', () => {
  const rest = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))
  test.each<[string, Step]>([
    ['of the built action', { trigger: { event: 'push', text: '{' }, inProcess: false }],
    ['that is missing', { environment: { GITHUB_EVENT_PATH: '/nowhere/event.json' } }],
    ['without an object', { trigger: { event: 'push', text: 'null' } }],
    [
      'behind a proxy that isn’t a URL',
      { environment: { HTTPS_PROXY: '[bad', GITHUB_API_URL: 'https://ghes.invalid/api/v3' }, inProcess: false },
    ],
  ])('%s', async (_name, step) => {
    await using world = await createQuickWorld()
    const { outputs, conclusion, log } = await world.run(step)
    const error = expect.stringMatching(/The event file can't be read|Check HTTP_PROXY/u)
    expect([outputs, conclusion]).toEqual([{ ...rest, outcome: 'error', error }, 'failure'])
    expect(log.shown).not.toMatch(/^\s+at |bug in the action/mu)
    expect(listRequests(world)).toEqual([])
  })
})

test('webhooks that GitHub has published end in words, with and without the command in their comment', async () => {
  await using world = await createQuickWorld()
  const inputs = { ...PROMPT, 'dry-run': true, context: 'full' }
  const outcomes = new Set<unknown>()
  for (const { event, payload } of readWebhooks()) {
    const { comment, repository: _, ...rest } = payload
    const command = isObject(comment) ? [{ comment: { ...comment, body: `/docs ${String(comment['body'])}` } }] : []
    for (const said of [isObject(comment) ? { comment } : {}, ...command]) {
      const { outputs, log } = await world.run({ trigger: { event, payload: { ...rest, ...said } }, inputs })
      expect(log.shown, event).not.toMatch(/^ +at |Unexpected error|bug in the action|undefined|\[object/mu)
      outcomes.add(outputs['outcome'])
    }
  }
  expect(world.docsService.jobs).toEqual([])
  expect([...outcomes].sort()).toEqual(['checked', 'error', 'skipped'])
})

/** A payload that GitHub has sent, of each event, and of each action that the action tells apart. */
function readWebhooks(): WebhookEvent[] {
  const root = dirname(createRequire(import.meta.url).resolve('@octokit/webhooks-examples/package.json'))
  const all: { name: string; examples: Record<string, unknown>[] }[] = JSON.parse(
    readFileSync(join(root, 'api.github.com/index.json'), 'utf8'),
  )
  const webhooks = new Map<string, WebhookEvent>()
  for (const { name, examples } of all)
    for (const payload of examples) {
      const isRead = /^(?:issues|pull_request|release|.*_comment)$/u.test(name)
      webhooks.set(`${name} ${isRead ? payload['action'] : ''}`, { event: name, payload })
    }
  return [...webhooks.values()]
}
