import { expect, test } from 'vitest'
import type { Changes, Covered } from '../../../../src/agent-job/changes/changes.ts'
import { renderComment, renderHelp, renderSummary } from '../../../../src/agent-job/result/report.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { render, textOf } from '../../untrusted/rendering.ts'
import { asResult, CONTEXT, type LooseResult, pullRequest } from './report-context.ts'

const { runUrl } = CONTEXT

const comment = (report: LooseResult) => render(String(renderComment(asResult(report), CONTEXT)))
const summary = (report: LooseResult, warnings: string[] = []) =>
  render(String(renderSummary(asResult(report), CONTEXT, warnings)))
const prompt = (text: string) => ({ text: untrustedText(text), removals: 0, gaps: [] })

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/gu)].map(([, href = '']) => href)
}

/** Expects that `html` has these parts, in this order. */
function expectOrder(html: string, parts: readonly string[]): void {
  const found = parts.filter((part) => html.includes(part))
  expect(found.sort((one, other) => html.indexOf(one) - html.indexOf(other))).toEqual(parts)
}

const failed = { technical: 'Could not create agent job.', detail: untrustedText('Invalid key') }
const GAP = "Couldn't read the description."
const REFUSED = { outcome: 'error', cause: 'key-refused', ...failed, prompt: { ...prompt(''), gaps: [GAP] } } as const
const READY = { outcome: 'pull-request', job: { jobId: 'job-1', prLink: pullRequest }, isClaimed: true } as const

test.each<[LooseResult, string[]]>([
  [REFUSED, ['<h3>', 'ask a maintainer', GAP, '<details>', 'Could not create', 'Invalid key', '</details>', '<sub>']],
  [READY, ['<h3>', pullRequest.href, '<details><summary>What to do next', 'Review it', '<sub>']],
])('%j is told in the order that a person needs, with the technical part or the next step folded', (report, parts) => {
  expectOrder(comment(report), parts)
})

const RANGE = { base: 'a1b2c3d'.padEnd(40, '0'), head: 'e4f5a6b'.padEnd(40, '0') }
const LINK = `https://github.com/acme/app/compare/${RANGE.base}...${RANGE.head}`

function pull(number: number, more: object = {}): Changes['told'][number] {
  const url = untrustedText(`https://github.test/acme/app/pull/${number}`)
  return {
    kind: 'pull request',
    number,
    title: untrustedText('Do @ada | `it`'),
    url,
    labels: [],
    author: 'ada',
    ...more,
  }
}

const COMMIT: Changes['told'][number] = { kind: 'commit', sha: 'c'.repeat(40), subject: untrustedText('Fix <it>') }

function cover(told: Changes['told'], more: Partial<Changes> = {}, facts: Partial<Covered> = {}): Covered {
  const nothing = { leftOut: [], unlistedCommits: 0, undecided: 0 }
  const changes = { range: RANGE, told, more: { pullRequests: 0, commits: 0 }, ...nothing, ...more }
  return { range: RANGE, changes, ...facts }
}

const read = (html: string) => textOf(html).replaceAll('\u2060', '')

test('what a prompt covers is a line, and each pull request and commit below it', () => {
  const rest: Partial<Changes> = {
    leftOut: [
      { reason: 'no-docs', count: 2 },
      { reason: 'paths', count: 1 },
    ],
    unlistedCommits: 1_200,
    times: ['2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z'],
  }
  const told = [pull(1, { url: untrustedText('javascript:alert(1)') }), pull(2, { author: undefined }), COMMIT]
  const covered = cover(told, rest, { reason: 'where the previous run ended' })
  const html = comment({ outcome: 'no-pull-request', covered })
  expect(read(html)).toContain(
    '2 pull requests and 1 commit, Nov 15–22 (a1b2c3d…e4f5a6b). Starts where the previous run ended. ' +
      'Left out: 2 by no-docs, 1 by paths. Not read: 1,200 older commits.',
  )
  expect(linksIn(html).slice(0, 2)).toEqual([LINK, 'https://github.test/acme/app/pull/2'])
  const lines = [...html.matchAll(/<li>(.*)<\/li>/gu)].map(([, line = '']) => read(line))
  expect(lines).toEqual(['#1 Do @ada | `it` by ada', '#2 Do @ada | `it`', 'ccccccc Fix <it>'])
})

test('a long list is folded, and says how many it leaves out', () => {
  const told = Array.from({ length: 50 }, (_, index) => pull(index + 1))
  const list = (...covered: Parameters<typeof cover>) =>
    comment({ outcome: 'no-pull-request', covered: cover(...covered) })
  const html = list(told, { more: { pullRequests: 10, commits: 1 } })
  const rest = 'Not listed: 10 more pull requests and 1 more commit.'
  expectOrder(html, ['60 pull requests and 1 commit', rest, 'The newest 50'])
  expect(html.match(/<li>/gu)).toHaveLength(50)
  expect(list(told.slice(0, 11))).toContain('All 11')
  expect(list(told.slice(0, 10))).not.toContain('All 10')
})

test('a range of releases is linked by their tags', () => {
  const range = { base: 'v1?#', head: 'docs/v2' }
  const html = comment({ outcome: 'no-pull-request', covered: { ...cover([COMMIT]), range } })
  expect(linksIn(html)[0]).toBe('https://github.com/acme/app/compare/v1%3F%23...docs/v2')
})

const job = { jobId: 'job-1', isFollowUp: false }
const AGAIN = /run with since: last-run includes these changes again\.$/u

test.each<[string, LooseResult, RegExp | undefined]>([
  ['completed', { outcome: 'no-pull-request', job }, /begins at e4f5a6b\.$/u],
  ['is active', { job }, /begins at e4f5a6b if the job completes\. Otherwise, it includes these changes again\.$/u],
  ["isn't known", {}, AGAIN],
  ['failed', { outcome: 'failed', job }, AGAIN],
  ['was archived', { outcome: 'archived', job }, AGAIN],
  ['is not remembered', { outcome: 'no-pull-request', job, isClaimed: false }, undefined],
  ['is about a push', { outcome: 'no-pull-request', job, covered: cover([pull(1)]) }, undefined],
])('a range of `since` whose job %s says where the next run begins', (_name, report, expected) => {
  const covered = cover([pull(1)], {}, { isLastRun: true })
  const html = comment({ outcome: 'error', isClaimed: true, covered, ...report })
  const [next] = /The next run.*/u.exec(textOf(html)) ?? []
  if (expected) expect(next).toMatch(expected)
  else expect(next).toBeUndefined()
})

test('of an earlier attempt, only the range is known', () => {
  const html = comment({ outcome: 'timed-out', job, covered: { range: RANGE } })
  expect(textOf(html)).toContain('Changes (a1b2c3d…e4f5a6b).')
})

test('the commenter, how long it took, the job, what was sent and the run are one small line', () => {
  const sent = { ...prompt(''), removals: 2, changes: '14 patches (57,120 characters)' }
  const report = { outcome: 'failed', job, durationMs: 192_000, prompt: sent } as const
  const [, line = ''] = /<sub>(.*)<\/sub>/u.exec(comment(report)) ?? []
  const whatWasSent = ['Sent to the agent: 14 patches (57,120 characters)', '2 hidden passages removed']
  const facts = ['Requested by writer', 'Took 3m 12s', 'Project acme-docs', 'Job job-1', ...whatWasSent, 'Log']
  expect(textOf(line)).toBe(facts.join(' · '))
  expect(linksIn(line)).toEqual([runUrl.href])
  expect(comment({ ...report, prompt: { ...sent, removals: 1 } })).toContain('1 hidden passage removed')
  // Nothing was sent.
  const refused = textOf(comment({ outcome: 'error', cause: 'prompt-refused', isClaimed: true, prompt: sent }))
  expect(refused).toContain('Nothing was sent to the agent.')
  expect(refused).toContain('In the prompt: 14 patches')
  expect(refused).not.toContain('Sent to the agent')
  const byWorkflow = { ...CONTEXT, askedBy: undefined }
  expect(render(String(renderComment({ outcome: 'error' }, byWorkflow)))).toContain('<sub>Project')
})

test('the summary says the same, links the comment, and has warnings and what was sent', () => {
  const reportedIn = 'https://github.com/acme/app/issues/1#issuecomment-2'
  const report = { outcome: 'failed', job, prompt: prompt('Explain.'), reportedIn } as const
  const html = summary(report, ['No reaction:\nadd `issues: write`.'])
  expect(linksIn(html)).toContain(reportedIn)
  expect(linksIn(comment(report))).not.toContain(reportedIn)
  expect(html).toMatch(/<blockquote>\s*<p>⚠️ No reaction: add <code>issues: write<\/code>/u)
  expect(html).toMatch(/<summary>What was sent<\/summary>.*<pre>.*Explain\./su)
  expect(comment(report)).not.toContain('Explain.')
  expect(linksIn(summary({ ...report, reportedIn: 'javascript:x' }))).not.toContain('javascript:x')
})

test.each([
  ['dry-run', undefined, 'What would be sent'],
  ['error', undefined, 'What would be sent'],
  ['timed-out', true, 'What was sent'],
  ['skipped', undefined, undefined],
] as const)('the prompt at the end as %s (message: %s) is called %j', (outcome, isFollowUp, title) => {
  const job = isFollowUp ? { jobId: 'job-1', isFollowUp } : undefined
  const html = summary({ outcome, job, prompt: prompt('Explain.') })
  expect(/<summary>(What w[^<]*)/u.exec(html)?.[1]).toBe(title)
})

test('the help shows the command as it is set, and does not start a job itself', () => {
  for (const command of ['/docs', '!write', '.docs', '@bot', '`x`', '<b>']) {
    const source = String(renderHelp(command))
    expect(textOf(render(source)).replaceAll('\u2060', '')).toContain(command)
    for (const line of source.split('\n')) expect(line.trimStart().startsWith(command)).toBe(false)
  }
})
