import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunResult } from '../../../../src/agent-job/ending.ts'
import { OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import type { BranchChanges } from '../../../../src/agent-job/request/since/fetch-branch-changes.ts'
import { renderComment, renderHelp, renderSummary } from '../../../../src/agent-job/result/report.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { hostileText, render, tagsOf, textOf } from '../../untrusted/rendering.ts'
import { CONTEXT, pullRequest } from './report-context.ts'

const { runUrl } = CONTEXT

const comment = (report: RunResult) => render(String(renderComment(report, CONTEXT)))
const summary = (report: RunResult, warnings: string[] = []) => render(String(renderSummary(report, CONTEXT, warnings)))
const prompt = (text: string) => ({ text: untrustedText(text), removals: 0, gaps: [] })

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/gu)].map(([, href = '']) => href)
}

/** Expects that `html` has these parts, in this order. */
function expectOrder(html: string, parts: readonly string[]): void {
  const found = parts.filter((part) => html.includes(part))
  expect(found.sort((one, other) => html.indexOf(one) - html.indexOf(other))).toEqual(parts)
}

test('what went wrong is said in the order that a person needs, and the technical part is folded', () => {
  const failed = { technical: 'Could not create agent job.', detail: untrustedText('Invalid key') }
  const gaps = ["Couldn't read the description."]
  const sent = { ...prompt(''), gaps }
  const html = comment({ outcome: 'error', cause: 'key-refused', ...failed, prompt: sent })
  expectOrder(html, ['<h3>', 'ask a maintainer', "Couldn't read the description", '<details>', '<sub>'])
  expect(html).toMatch(/<details>.*Could not create.*Invalid key.*<\/details>\s*<p><sub>/su)
})

test('a pull request comes first, and what to do next is folded', () => {
  const html = comment({ outcome: 'pull-request', job: { jobId: 'job-1', prLink: pullRequest }, isClaimed: true })
  expectOrder(html, ['<h3>', pullRequest.href, '<details><summary>What to do next', 'Review it', '<sub>'])
})

test('what a prompt covers is one link, with the first pull requests below, and where the next run begins', () => {
  const [base, head] = ['a1b2c3d', 'e4f5a6b'].map((id) => id.padEnd(40, '0')) as [string, string]
  const pullRequests = Array.from({ length: 12 }, (_, index) => ({
    number: index + 1,
    state: 'closed' as const,
    isMerged: true,
    title: untrustedText('Merge @ada | `it`'),
    url: untrustedText(index === 0 ? 'javascript:alert(1)' : `https://github.test/acme/app/pull/${index + 1}`),
  }))
  const range = { branch: 'b', base, head, isLastRun: true } as const
  const days = ['2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z'] as const
  const covered = { range, pullRequests, days, comparison: { commits: [] } } as unknown as BranchChanges
  const job = { jobId: 'job-1' }

  const html = comment({ outcome: 'no-pull-request', job, isClaimed: true, covered })
  expect(textOf(html)).toContain('12 pull requests, Nov 15–22 (a1b2c3d…e4f5a6b)')
  expect(linksIn(html).slice(0, 2)).toEqual([
    `https://github.com/acme/app/compare/${base}...${head}`,
    'https://github.test/acme/app/pull/2',
  ])
  expect(textOf(html).match(/Merge @\u2060ada \| `it`/gu)).toHaveLength(5)
  expectOrder(html, ['and 7 more', 'begins at <code>e4f5a6b'])

  const next = (report: Partial<RunResult>) =>
    textOf(comment({ outcome: 'error', isClaimed: true, covered, ...report })).match(/The next run.*/u)?.[0]
  expect(next({ job })).toMatch(
    /begins at e4f5a6b if the job completes\. Otherwise, it includes these changes again\.$/u,
  )
  for (const report of [{}, { outcome: 'failed', job }, { outcome: 'archived', job }] as const)
    expect(next(report)).toMatch(/includes these changes again\.$/u)
  // Nothing is remembered without a comment.
  expect(next({ outcome: 'no-pull-request', job, isClaimed: false })).toBeUndefined()
  // Of an earlier attempt, only the range is known.
  expect(textOf(comment({ outcome: 'timed-out', job, covered: { range } }))).toContain('Changes (a1b2c3d…e4f5a6b)')
})

test('the commenter, how long it took, the job, what was sent and the run are one small line', () => {
  const sent = { ...prompt(''), removals: 2, changes: '14 patches (57,120 characters)' }
  const report = { outcome: 'failed', job: { jobId: 'job-1' }, durationMs: 192_000, prompt: sent } as const
  const [, line = ''] = /<sub>(.*)<\/sub>/u.exec(comment(report)) ?? []
  const whatWasSent = ['Sent to the agent: 14 patches (57,120 characters)', '2 hidden passages removed']
  const facts = ['Requested by writer', 'took 3m 12s', 'Project acme-docs', 'Job job-1', ...whatWasSent, 'Log']
  expect(textOf(line)).toBe(facts.join(' · '))
  expect(linksIn(line)).toEqual([runUrl.href])
  expect(comment({ ...report, prompt: { ...sent, removals: 1 } })).toContain('1 hidden passage removed')
  const byWorkflow = { ...CONTEXT, askedBy: undefined }
  expect(render(String(renderComment({ outcome: 'error' }, byWorkflow)))).toContain('<sub>Project')
})

test('the summary says the same, links the comment, and has warnings and what was sent', () => {
  const reportedIn = 'https://github.com/acme/app/issues/1#issuecomment-2'
  const job = { jobId: 'job-1', isFollowUp: false }
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

test('text by others stays in its place', () => {
  const tags = /^(h[23]|p|code|pre|em|table|thead|tbody|tr|th|td|strong|a|details|summary|ul|li|sub)$/u
  fc.assert(
    fc.property(hostileText, hostileText, fc.constantFrom(...OUTCOMES), (text, other, outcome) => {
      const page = { path: untrustedText(other), status: 'modified', additions: 1, deletions: 2 }
      const facts: RunResult = {
        outcome,
        job: { jobId: text, isFollowUp: false, prLink: pullRequest },
        detail: untrustedText(other),
        problem: `A: "${other}"`,
        prompt: prompt(other),
        documentation: { title: untrustedText(text), state: 'open', pages: [page], otherFileCount: 0 },
      }
      const context = { ...CONTEXT, askedBy: text, hasDashboard: false }
      for (const source of [renderComment(facts, context), renderSummary(facts, context)]) {
        const html = render(String(source))
        expect(tagsOf(html).filter((tag) => !tags.test(tag))).toEqual([])
        expect(linksIn(html)).toEqual([pullRequest.href, runUrl.href])
        expect(textOf(html)).not.toMatch(/(?:^|\W)@\w/u)
        expect(html.split('<table>')).toHaveLength(2)
        expect([...html.matchAll(/<td/gu)]).toHaveLength(2)
      }
    }),
    { numRuns: 100 },
  )
})

test('the help shows the command as it is set, and does not start a job itself', () => {
  for (const command of ['/docs', '!write', '.docs', '@bot', '`x`', '<b>']) {
    const source = String(renderHelp(command))
    expect(textOf(render(source)).replaceAll('\u2060', '')).toContain(command)
    for (const line of source.split('\n')) expect(line.trimStart().startsWith(command)).toBe(false)
  }
})

test.each(['cancel', 'chekc', 'constructor'])("one word isn't a prompt, and the help says so: %s", (word) => {
  const [headline, text] = String(renderHelp('/docs', { word })).split('\n\n')
  expect(headline).toBe(`### 📖 \`${word}\` isn't a command`)
  expect(text).toBe("No job was started. A prompt needs a few words. A comment can't stop a job.")
})
