import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isObject } from '../../world/github/api-message.ts'
import type { WebhookEvent } from '../../world/github/world.ts'
import { createQuickWorld, createWorld, type Step, type World } from '../../world/index.ts'
import { readAnnotations, readPrompts } from './what-people-see.ts'

const inputs = { prompt: 'Document it.', context: 'none', wait: false }

/** Runs the workflow for an event that asks for nothing: no request, one output, one line. @returns the line */
async function expectNothing(world: World, trigger: Step['trigger'], more: Step['inputs'] = {}): Promise<string> {
  const result = await world.run({ ...(trigger && { trigger }), inputs: { ...inputs, ...more } })
  expect({ ...result.outputs }).toEqual({ outcome: 'skipped' })
  expect([result.conclusion, result.rawSummary]).toEqual(['success', ''])
  expect([...world.github.requests, ...world.docsService.requests]).toEqual([])
  expect(result.log.lines).toHaveLength(1)
  const [notice] = readAnnotations(result, 'notice')
  return notice === undefined ? result.log.shown.trim() : `Notice: ${notice}`
}

const NONE = '0'.repeat(40)
const SHA = 'a'.repeat(40)
const sender = { login: 'writer', id: 1, type: 'User' }

test('a comment without the command ends at once, without a request, whatever the inputs are', async () => {
  await using world = await createWorld()
  const { number } = await world.github.createIssue()
  const trigger = await world.github.comment(number, 'Thank you!')
  const wrong = { 'api-key': '', 'project-id': '', timeout: 'soon', 'minimum-permission': 'any' }
  expect(await expectNothing(world, trigger, wrong)).toBe("Nothing to do: The comment doesn't begin with /docs.")
})

describe('events that ask for nothing', () => {
  test.each<[event: string, payload: object, said: string]>([
    ['issue_comment', { action: 'edited' }, 'The comment was edited, and only new comments are read.'],
    ['issue_comment', { action: 'deleted' }, 'The comment was deleted, and only new comments are read.'],
    ['pull_request_review_comment', { action: 'edited' }, 'The comment was edited, and only new comments are read.'],
    ...['created', 'edited', 'released', 'prereleased', 'unpublished', 'deleted'].map(
      (action): [string, object, string] => [
        'release',
        { action, release: { tag_name: 'v1.0.0' } },
        `The release was ${action}`,
      ],
    ),
    ['pull_request', { action: 'closed', pull_request: { number: 1, merged: false } }, 'was closed without a merge.'],
    [
      'pull_request_target',
      { action: 'closed', pull_request: { number: 1, merged: false } },
      'was closed without a merge.',
    ],
    ['delete', { ref: 'old', ref_type: 'branch' }, 'The event is "delete".'],
    ['merge_group', { action: 'checks_requested' }, 'The event is "merge_group".'],
    ['push', { ref: 'refs/heads/old', before: SHA, after: NONE, deleted: true }, 'The push deleted a branch.'],
    ['push', { ref: 'refs/tags/v1.0.0', before: SHA, after: NONE, deleted: true }, 'The push deleted a tag.'],
    ['push', { ref: 'refs/heads/new', before: NONE, after: SHA, created: true }, 'The push created a branch'],
    ['push', { ref: 'refs/tags/v1', before: SHA, after: 'b'.repeat(40) }, 'The push moved a tag'],
    ...['deleted', 'transferred', 'locked', 'unlocked', 'unlabeled', 'unassigned'].flatMap(
      (action): [string, object, string][] => [
        ['issues', { action, issue: { number: 1 } }, `The issue was ${action}.`],
        ['pull_request', { action, pull_request: { number: 1 } }, `The pull request was ${action}.`],
      ],
    ),
  ])('%s %j', async (event, payload, said) => {
    await using world = await createQuickWorld()
    const body = '/docs Add a page'
    const full = { sender, comment: { id: 1, body, user: sender }, ...payload }
    expect(await expectNothing(world, { event, payload: full })).toContain(`Nothing to do: `)
    expect(await expectNothing(world, { event, payload: full })).toContain(said)
  })

  test.each(['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review'])(
    '%s, with a notice, since strangers write there',
    async (event) => {
      await using world = await createQuickWorld()
      const text = { body: '/docs Add a page', user: sender }
      const payload = { action: 'created', sender, comment: text, discussion: text, review: text }
      const said = await expectNothing(world, { event, payload })
      expect(said).toBe(`Notice: The action doesn't read the event "${event}".`)
    },
  )
})

describe('events of ignored accounts would never end', () => {
  const pull = (login: string) => ({ pull_request: { number: 1, title: 'A', user: { login }, merged: true } })
  const issue = (login: string) => ({ issue: { number: 1, title: 'A', user: { login } } })
  const release = (login: string) => ({ release: { tag_name: 'v1.0.0', author: { login } } })
  const by = (login: string) => ({ sender: { ...sender, login } })
  test.each<[string, event: string, payload: object, ignored: string]>([
    [
      'a pull request of the agent that somebody merged',
      'pull_request',
      { action: 'closed', ...pull('mintlify[bot]') },
      '',
    ],
    [
      'a pull request of another agent',
      'pull_request',
      { action: 'opened', ...pull('Renovate[bot]') },
      'renovate[bot]',
    ],
    ['an issue of a bot', 'issues', { action: 'opened', ...issue('renovate[bot]') }, 'dependabot[bot], renovate[bot]'],
    ['a release of a bot', 'release', { action: 'published', ...release('acme-docs[bot]') }, 'acme-docs[bot]'],
    ['a push of the agent', 'push', { ref: 'refs/heads/main', before: SHA, after: SHA, ...by('mintlify[bot]') }, ''],
    [
      'a tag of a bot',
      'push',
      { ref: 'refs/tags/v1.0.0', before: NONE, after: SHA, ...by('acme-docs[bot]') },
      'acme-docs[bot]',
    ],
    [
      'a label by the agent',
      'issues',
      { action: 'labeled', ...issue('writer'), ...by('mintlify[bot]') },
      'renovate[bot]',
    ],
    ['a dispatch by a bot', 'workflow_dispatch', by('acme-docs[bot]'), 'acme-docs[bot]'],
  ])('%s is skipped', async (_name, event, payload, ignored) => {
    await using world = await createQuickWorld()
    const said = await expectNothing(world, { event, payload: { sender, ...payload } }, { 'ignore-authors': ignored })
    expect(said).toMatch(/^Nothing to do: .* is listed in `ignore-authors`, and (?:is the author of|caused) the /u)
  })

  test('a command is never one of them', async () => {
    await using world = await createQuickWorld()
    const { number } = await world.github.createPullRequest({ asLogin: 'mintlify[bot]' })
    const trigger = await world.github.comment(number, '/docs Add a page')
    await world.run({ trigger, inputs: { ...inputs, 'ignore-authors': 'writer, renovate[bot]' } })
    expect(readPrompts(world)).toEqual(['Add a page'])
  })
})

test('a release that causes three events, and the push of its tag, causes one job for each workflow', async () => {
  await using world = await createQuickWorld()
  const published = await world.github.release({ tag: 'v1.0.0' })
  const outcomes: unknown[] = []
  for (const action of ['created', 'published', 'released']) {
    const trigger = { ...published, payload: { ...published.payload, action } }
    const { outputs } = await world.run({ trigger, inputs })
    outcomes.push(outputs['outcome'])
  }
  expect(outcomes).toEqual(['skipped', 'pull-request', 'skipped'])
  expect(readPrompts(world)).toEqual(['Document it.'])
})

test.each(['schedule', 'workflow_dispatch', 'repository_dispatch', 'workflow_run', 'gollum', 'watch'])(
  'any other event, such as %s, sends the prompt of the workflow',
  async (event) => {
    await using world = await createQuickWorld()
    await world.run({ trigger: { event, payload: { action: 'completed', sender } }, inputs })
    expect(readPrompts(world)).toEqual(['Document it.'])
  },
)

test.each(['', '{', '[', 'null', '"text"'])('an event file that says %j is an error', async (text) => {
  await using world = await createQuickWorld()
  const { outputs, log } = await world.run({ trigger: { event: 'push', text }, inputs })
  expect(outputs['outcome']).toBe('error')
  expect(outputs['error']).toMatch(/event/iu)
  expect(log.shown).not.toMatch(/^ +at |bug in the action/mu)
  expect([...world.github.requests, ...world.docsService.requests]).toEqual([])
})

test('the built action says so, too', async () => {
  await using world = await createWorld()
  const { outputs } = await world.run({ trigger: { event: 'push', text: '{' }, inputs })
  expect(outputs).toMatchObject({ outcome: 'error', error: expect.stringContaining("it isn't JSON") })
})

test('every webhook that GitHub has published ends in words, with and without the command in its comment', async () => {
  await using world = await createQuickWorld()
  const dry = { ...inputs, 'dry-run': true, context: 'full' }
  const outcomes = new Map<string, number>()
  for (const { event, payload } of readWebhooks()) {
    const { comment, repository, ...rest } = payload
    const body = isObject(comment) && { comment: { ...comment, body: `/docs ${String(comment['body'])}` } }
    for (const said of isObject(comment) ? [{ comment }, body] : [{}]) {
      const trigger = { event, payload: { ...rest, ...said } }
      const { outputs, log } = await world.run({ trigger, inputs: dry })
      expect(log.shown, event).not.toMatch(/^ +at |Unexpected error|bug in the action|undefined|\[object/mu)
      const outcome = String(outputs['outcome'])
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(repository === undefined || isObject(repository)).toBe(true)
  }
  expect(world.docsService.jobs).toEqual([])
  expect([...outcomes.keys()].sort()).toEqual(['checked', 'error', 'skipped'])
})

/** Payloads that GitHub has sent; the same of GitHub Enterprise Server are left out. */
function readWebhooks(): WebhookEvent[] {
  const root = dirname(createRequire(import.meta.url).resolve('@octokit/webhooks-examples/package.json'))
  const folder = readdirSync(root).find((name) => name === 'api.github.com') ?? ''
  const all: { name: string; examples: Record<string, unknown>[] }[] = JSON.parse(
    readFileSync(join(root, folder, 'index.json'), 'utf8'),
  )
  return all.flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })))
}
