import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorldInProcess } from '../world/index.ts'
import type { RunResult } from '../world/runner/action-run.ts'
import { bySchedule } from '../world/workflow/deliveries.ts'
import { QUICK_JOBS } from './agent-job/follow-up/thread.ts'

const WEEK_MS = 7 * 86_400_000
const KEYS = ['one', 'two', 'three', 'four'].map((name) => `mint_test_key_number_${name}`)

function keysOf(quarter: number) {
  const [previous = '', key = ''] = ['', ...KEYS].slice(quarter)
  return { 'api-key': key, 'previous-api-key': previous }
}

/**
 * A year of weeks. A key lasts eleven of them; for the next two, the service refuses it until somebody replaces it.
 * Each week has a report of page views; each third one a command in the thread, an update of a pull request, and a
 * report of outcomes.
 */
async function runYear() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const [apiKey = '', ...others] = KEYS
  const keys = others.map((key) => ({ key, scopes: ['read', 'write'] as ('read' | 'write')[] }))
  await using world = await createWorldInProcess({ docsService: { ...QUICK_JOBS, apiKey, keys } })
  const { github, docsService } = world
  const [issue, pull, tracking] = [
    await github.createIssue(),
    await github.createPullRequest({ files: { 'src/a.ts': 'one\n' } }),
    await github.createIssue(),
  ]
  const told = { commands: [], updates: [], views: [], outcomes: [], again: [] } as Record<string, RunResult[]>
  let refused: Parameters<typeof world.run>[0] = {}

  for (let week = 0; week < 52; week += 1) {
    vi.setSystemTime(Date.UTC(2026, 0, 5, 6) + week * WEEK_MS)
    const [quarter, ofQuarter] = [Math.floor(week / 13), week % 13]
    if (ofQuarter === 11) docsService.keys.splice(0, 1)
    const given = { ...keysOf(quarter), 'issue-number': tracking.number }
    const note = (name: string, result: RunResult) => {
      if (ofQuarter < 11) told[name]?.push(result)
      else expect(result.outputs['outcome'] ?? 'error').toMatch(/error|failed/)
    }
    const runJob = async (name: string, step: Parameters<typeof world.run>[0]) =>
      note(
        name,
        await world.run({ runId: 1000 + week, ...step, inputs: { ...given, 'issue-number': '', ...step?.inputs } }),
      )

    note(
      'views',
      await world.run({ action: 'page-views', trigger: bySchedule, inputs: { ...given, period: 'last-week' } }),
    )
    if (ofQuarter === 0 && week > 0) await runJob('again', { ...refused, runAttempt: 2 })
    if (ofQuarter % 3 === 0) {
      await runJob('commands', { trigger: await github.comment(issue.number, `/docs week ${week}`, 'writer') })
      const trigger = await github.updatePullRequest(pull.number, [{ files: { 'src/a.ts': `${week}\n` } }])
      await runJob('updates', { trigger, inputs: { prompt: 'Document it.' } })
      if (ofQuarter < 11)
        told['outcomes']?.push(
          await world.run({ action: 'outcomes', trigger: bySchedule, inputs: { ...given, period: '28d' } }),
        )
    }
    if (ofQuarter !== 12) continue
    refused = { trigger: await github.comment(tracking.number, '/docs too late', 'writer'), runId: 2000 + week }
    await runJob('again', refused)
  }
  const bodies = async (thread: number, kind: string) =>
    (await github.commentsOf(thread)).map(({ body }) => body).filter((body) => body.includes(`docs-agent-${kind}:`))
  return {
    told,
    commands: await bodies(issue.number, 'job'),
    updates: await bodies(pull.number, 'job'),
    views: await bodies(tracking.number, 'page-views'),
    outcomes: await bodies(tracking.number, 'outcomes'),
    again: await bodies(tracking.number, 'job'),
  }
}

const followUps = (results: readonly RunResult[] = []) => results.map(({ outputs }) => outputs['followUp'] === 'true')
const links = (results: readonly RunResult[] = []) => new Set(results.map(({ outputs }) => outputs['prLink']))
/** The first of each quarter, of four. */
const firsts = <Item>(items: readonly Item[]) => items.filter((_, index) => index % 4 === 0).slice(1)

test('a year with four keys, each with `previous-api-key`: nothing restarts', async () => {
  const { told, ...comments } = await runYear()

  for (const name of ['commands', 'updates']) {
    expect(links(told[name]).size).toBe(1)
    expect(followUps(told[name])).toEqual([false, ...Array.from({ length: 15 }, () => true)])
  }
  expect(told['again']?.map(({ outputs }) => outputs['outcome'])).toEqual(Array(3).fill('pull-request'))
  expect([comments.updates.length, comments.views.length, comments.outcomes.length]).toEqual([1, 1, 1])
  expect(comments.again).toHaveLength(4)
  const [, payload = ''] = /<!-- docs-agent-page-views:v1:([^.]+)\./.exec(comments.views[0] ?? '') ?? []
  const { stored } = JSON.parse(Buffer.from(payload, 'base64').toString()) as { stored: unknown[] }
  expect(stored).toHaveLength(44)
  // The first report of a key is about 28 days with two prompts of the previous one.
  expect(firsts(told['outcomes'] ?? []).map(({ outputs }) => outputs['requests'])).toEqual(Array(3).fill('2'))
  expect(JSON.stringify(comments)).not.toMatch(/previous-api-key|earlier history/i)
})
