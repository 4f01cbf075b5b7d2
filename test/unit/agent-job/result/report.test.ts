import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDuration } from '../../../../src/agent-job/result/format-duration.ts'
import { renderHelp } from '../../../../src/agent-job/result/help.ts'
import { OUTCOMES } from '../../../../src/agent-job/result/outcome.ts'
import {
  chooseHeadline,
  type Progress,
  type ReportContext,
  type RunReport,
  renderComment,
  renderProgress,
  renderSummary,
} from '../../../../src/agent-job/result/report.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { hostileText, render, tagsOf, textOf } from '../../untrusted/rendering.ts'

const RUN_URL = new URL('https://github.com/acme/app/actions/runs/42')

const CONTEXT: ReportContext = { askedBy: 'writer', runUrl: RUN_URL, command: '/docs' }

const comment = (report: RunReport, context = CONTEXT) => String(renderComment(report, context))
const summary = (report: RunReport, context = CONTEXT) => String(renderSummary(report, context))
const progress = (facts: Progress) => String(renderProgress(facts, CONTEXT))
const prompt = (text: string, removals = 0) => ({ text: untrustedText(text), removals })

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/gu)].map(([, href = '']) => href)
}

describe('the comment', () => {
  test('the comment shows the facts', () => {
    const html = render(
      comment({
        outcome: 'pull-request',
        jobId: 'job-1',
        pullRequest: new URL('https://github.com/acme/docs/pull/7'),
        durationMs: 192_000,
        prompt: prompt('', 2),
      }),
    )
    for (const part of ['ready', 'job-1', '3m 12s', 'writer', '2 pieces'])
      expect(textOf(html)).toContain(part)
    expect(linksIn(html)).toEqual(['https://github.com/acme/docs/pull/7', RUN_URL.href])
    expect(textOf(html).replaceAll('\u2060', '')).toContain('acme/docs#7')
  })

  test.each(OUTCOMES)('the comment has a headline, and says what to do next: %s', (outcome) => {
    const html = render(comment({ outcome }))
    expect(html).toMatch(/^<h3>\S/)
    expect(linksIn(html)).toEqual([RUN_URL.href])
    if (outcome !== 'skipped') expect(html).toMatch(/<details>.*<li>.*<\/details>/su)
    expect(html).not.toContain('{command}')
    expect(html).not.toContain('undefined')
  })

  test('the comment proposes another comment only where a comment asked', () => {
    const byWorkflow = { ...CONTEXT, askedBy: undefined }
    for (const outcome of [
      'pull-request',
      'no-pull-request',
      'archived',
      'failed',
      'unknown',
      'error',
    ] as const) {
      expect(render(comment({ outcome }))).toContain('comment <code>/docs</code> again')
      expect(render(comment({ outcome }, byWorkflow))).not.toContain('/docs')
    }
    expect(render(comment({ outcome: 'failed' }, byWorkflow))).toContain('start the workflow again')
  })

  test('the comment names the command only where there is one', () => {
    const withCommand = render(comment({ outcome: 'failed' }, { ...CONTEXT, command: '!write' }))
    const without = render(comment({ outcome: 'failed' }, { ...CONTEXT, command: '' }))
    expect(withCommand).toContain('<code>!write</code>')
    expect(textOf(without)).toContain('the command')
  })

  test('the comment shows several problems as a list', () => {
    const problem =
      'Reading the inputs: two are not usable.\n- timeout: no\n- wait: no\nNothing was requested.'
    const html = render(comment({ outcome: 'error', problem }))
    expect(html).toMatch(/<li>timeout: no<\/li>\s*<li>wait: no<\/li>\s*<\/ul>\s*<p>Nothing/)
  })

  test('text by others stays in its place in the comment', () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.constantFrom(...OUTCOMES), (text, other, outcome) => {
        const facts = {
          outcome,
          jobId: text,
          detail: untrustedText(other),
          problem: `A: "${other}"`,
        }
        const tags = /^(h[23]|p|code|table|thead|tbody|tr|th|td|strong|a|details|summary|ul|li)$/u
        const context = { ...CONTEXT, askedBy: text }
        for (const source of [comment(facts, context), summary(facts, context)]) {
          const html = render(source)
          expect(tagsOf(html).filter((tag) => !tags.test(tag))).toEqual([])
          expect(linksIn(html)).toEqual([RUN_URL.href])
          expect(textOf(html)).not.toMatch(/(?:^|\W)@\w/u)
          expect(html.split('<table>')).toHaveLength(2)
          expect([...html.matchAll(/<td>/gu)].length % 2).toBe(0)
        }
      }),
      { numRuns: 100 },
    )
  })
})

test('the summary links the comment, the comment does not link itself', () => {
  const commentUrl = new URL('https://github.com/acme/app/issues/1#issuecomment-2')
  const facts = { outcome: 'failed', commentUrl } as const
  expect(linksIn(render(summary(facts)))).toContain(commentUrl.href)
  expect(linksIn(render(comment(facts)))).not.toContain(commentUrl.href)
})

test('a dry run shows what would be sent, and it stays in its block', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const facts = {
        outcome: 'dry-run',
        prompt: prompt(text),
        allowedBecause: '"writer" has write.',
      } as const
      const html = render(summary(facts))
      const block = /<pre>.*<\/pre>/su.exec(html)?.[0] ?? ''
      expect(tagsOf(block)).toEqual(['pre', 'code'])
      expect(html).toMatch(/<\/details>\s*$/u)
    }),
    { numRuns: 100 },
  )
})

test('a dry run lists what was checked, and what to do where it is not as it should be', () => {
  const checks = [
    { state: 'passed', text: 'The service accepts the key.' },
    { state: 'failed', text: 'GitHub takes no comment. Add `issues: write`.' },
  ] as const
  const html = render(summary({ outcome: 'dry-run', checks }))
  expect(textOf(html)).toMatch(
    /✓ The service accepts the key\.\s+✗ GitHub takes no comment\. Add issues: write\./,
  )
})

describe('the pull request of an earlier command', () => {
  const url = 'https://github.com/acme/docs/pull/7'
  const previous = (state: 'open' | 'closed' | 'merged' | 'unreadable') => ({ url: new URL(url), state })

  test('a continued pull request is named while the agent works, and as updated at the end', () => {
    const facts = { jobId: 'job-1', isFollowUp: true, previous: previous('open') }
    const during = render(progress(facts))
    expect(textOf(during)).toContain('continues the pull request')
    expect(linksIn(during)).toContain(url)
    const end = render(comment({ outcome: 'pull-request', pullRequest: new URL(url), ...facts }))
    expect(textOf(end)).toContain('is updated')
  })

  test.each(['closed', 'merged'] as const)(
    'a pull request that is %s is named as the reason for a new one, also at the end',
    (state) => {
      const facts = { jobId: 'job-1', isFollowUp: false, previous: previous(state) }
      for (const source of [progress(facts), comment({ outcome: 'pull-request', ...facts })])
        expect(textOf(render(source))).toContain(`is ${state}, so this is a new one`)
    },
  )
})

test('the help shows the command as it is set, and does not start a job itself', () => {
  for (const command of ['/docs', '!write', '.docs', '@bot', '`x`', '<b>']) {
    const source = String(renderHelp(command))
    expect(textOf(render(source)).replaceAll('\u2060', '')).toContain(command)
    for (const line of source.split('\n')) expect(line.trimStart().startsWith(command)).toBe(false)
  }
})

test.each([
  [0, 'less than 1s'],
  [999, 'less than 1s'],
  [1_000, '1s'],
  [59_499, '59s'],
  [59_500, '1m'],
  [192_000, '3m 12s'],
  [3_600_000, '1h'],
  [3_661_000, '1h 1m 1s'],
  [86_400_000, '24h'],
])('a duration of %d ms reads as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})

test('every outcome has a headline of its own', () => {
  expect(new Set(OUTCOMES.map((outcome) => chooseHeadline(outcome))).size).toBe(OUTCOMES.length)
})
