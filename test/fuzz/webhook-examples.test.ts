import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isObject } from '../world/github/api-message.ts'
import { answerInProcess } from './answer-in-process.ts'
import { checkRun } from './invariants.ts'
import { json, type NetworkScript, SERVICE } from './scripted-network.ts'

const network: NetworkScript = {
  permission: 'write',
  isFirstReaction: true,
  githubFaults: new Map(),
  githubFields: {},
  comments: [],
  fileNames: ['src/index.ts'],
  create: [json({ id: 'job-1', status: 'active' }, 201)],
  get: [json({ id: 'job-1', status: 'completed', prLink: null })],
}

/** Without the command they ask for nothing, or are not read at all. */
const ABOUT_COMMENTS = /^(?:\w+_comment|discussion|pull_request_review)$/u

test('with a prompt, each recorded webhook makes one job, except about comments, a new or deleted branch, and what was closed without a merge', async () => {
  for (const { name, payload } of readRecordings(/^api\.github\.com$/u)) {
    const { action, pull_request: pull } = payload
    const isClosed = name === 'pull_request' && action === 'closed' && isObject(pull) && pull['merged'] === false
    const isNewTag = payload['created'] === true && String(payload['ref']).startsWith('refs/tags/')
    const isBranch = (payload['created'] === true && !isNewTag) || payload['deleted'] === true
    const isSkipped = ABOUT_COMMENTS.test(name) || isClosed || isBranch
    const expected = isSkipped ? { outcome: 'skipped', served: 0 } : { outcome: 'no-pull-request', served: 1 }
    const answered = await answer(name, payload, { prompt: 'Document what has changed.' })
    expect({ name, ...answered }).toEqual({ name, ...expected })
  }
})

test('each recorded comment of a person that is new reaches the service once the command is put into it', async () => {
  let reached = 0
  for (const { name, payload } of readRecordings(/./u)) {
    const { comment } = payload
    if (!isObject(comment)) continue
    const { body, user: sender } = comment
    const answered = await answer(name, { ...payload, comment: { ...comment, body: `/docs ${String(body)}` }, sender })
    const isRead = /^(?:issue_comment|pull_request_review_comment)$/u.test(name) && payload['action'] === 'created'
    const isCommand = isRead && isObject(sender) && sender['type'] === 'User'
    expect([name, answered.served]).toEqual([name, Number(isCommand)])
    reached += answered.served
  }
  expect(reached).toBeGreaterThan(3)
})

/** @returns the outcome, and how many jobs the service was asked to create */
async function answer(eventName: string, payload: unknown, inputs: Record<string, string> = {}) {
  const eventText = JSON.stringify(payload)
  const given = { context: 'full', ...inputs }
  const run = await answerInProcess({ eventName, eventText, attempt: 1, network, inputs: given })
  checkRun(run)
  const served = run.requests.filter(({ url, method }) => url.origin === SERVICE && method === 'POST')
  return { outcome: run.outputs['outcome'], served: served.length }
}

/** Payloads that GitHub (or GitHub Enterprise Server) has sent. One folder for github.com, and one for each version of GitHub Enterprise Server. */
function readRecordings(folders: RegExp): { name: string; payload: Record<string, unknown> }[] {
  const require = createRequire(import.meta.url)
  const root = dirname(require.resolve('@octokit/webhooks-examples/package.json'))
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && folders.test(entry.name))
    .flatMap((folder): { name: string; examples: Record<string, unknown>[] }[] =>
      JSON.parse(readFileSync(join(root, folder.name, 'index.json'), 'utf8')),
    )
    .flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })))
}
