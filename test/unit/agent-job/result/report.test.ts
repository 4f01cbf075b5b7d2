import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OUTCOMES } from '../../../../src/agent-job/result/outcome.ts'
import {
  formatDuration,
  headlineOf,
  type Report,
  renderComment,
  renderHelp,
  renderPrompt,
  renderSummary,
} from '../../../../src/agent-job/result/report.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { hostileText, render, tagsOf, textOf } from '../../untrusted/rendering.ts'

const RUN_URL = new URL('https://github.com/acme/app/actions/runs/42')

function report(facts: Partial<Report> = {}): Report {
  return { outcome: undefined, runUrl: RUN_URL, command: '/docs', ...facts }
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/gu)].map(([, href = '']) => href)
}

describe('the comment', () => {
  test('shows the facts', () => {
    const html = render(
      String(
        renderComment(
          report({
            outcome: 'pull-request',
            jobId: 'job-1',
            pullRequest: new URL('https://github.com/acme/docs/pull/7'),
            durationMs: 192_000,
            askedBy: 'writer',
            removals: 2,
          }),
        ),
      ),
    )
    for (const part of ['ready', 'job-1', '3m 12s', 'writer', '2 pieces'])
      expect(textOf(html)).toContain(part)
    expect(linksIn(html)).toEqual(['https://github.com/acme/docs/pull/7', RUN_URL.href])
    expect(textOf(html).replaceAll('\u2060', '')).toContain('acme/docs#7')
  })

  test.each([undefined, ...OUTCOMES])('has a headline, and says what to do next: %s', (outcome) => {
    const html = render(String(renderComment(report({ outcome }))))
    expect(html).toMatch(/^<h3>\S/)
    expect(linksIn(html)).toEqual([RUN_URL.href])
    if (outcome !== 'skipped') expect(html).toMatch(/<details>.*<li>.*<\/details>/su)
    expect(html).not.toContain('{command}')
    expect(html).not.toContain('undefined')
  })

  test('names the command where it says to use it, and none where there is none', () => {
    const withCommand = render(String(renderComment(report({ outcome: 'failed', command: '!write' }))))
    const without = render(String(renderComment(report({ outcome: 'failed', command: '' }))))
    expect(withCommand).toContain('<code>!write</code>')
    expect(textOf(without)).toContain('the command')
  })

  test('several problems are a list', () => {
    const problem =
      'Reading the inputs: two are not usable.\n- timeout: no\n- wait: no\nNothing was requested.'
    const html = render(String(renderComment(report({ outcome: 'error', problem }))))
    expect(html).toMatch(/<li>timeout: no<\/li>\s*<li>wait: no<\/li>\s*<\/ul>\s*<p>Nothing/)
  })

  test('nothing from outside gets out of its place', () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.constantFrom(...OUTCOMES), (text, other, outcome) => {
        const facts = {
          outcome,
          jobId: text,
          detail: untrustedText(other),
          askedBy: text,
          problem: `A: "${other}"`,
        }
        const tags = /^(h[23]|p|code|table|thead|tbody|tr|th|td|strong|a|details|summary|ul|li)$/u
        for (const source of [renderComment(report(facts)), renderSummary(report(facts))]) {
          const html = render(String(source))
          expect(tagsOf(html).filter((tag) => !tags.test(tag))).toEqual([])
          expect(linksIn(html)).toEqual([RUN_URL.href])
          expect(textOf(html)).not.toMatch(/(?:^|\W)@\w/u)
          expect(html.split('<table>')).toHaveLength(2)
          expect([...html.matchAll(/<td>/gu)].length % 2).toBe(0)
        }
      }),
      { numRuns: 200 },
    )
  })
})

test('the summary links the comment, the comment does not link itself', () => {
  const commentUrl = new URL('https://github.com/acme/app/issues/1#issuecomment-2')
  const facts = report({ outcome: 'failed', commentUrl })
  expect(linksIn(render(String(renderSummary(facts))))).toContain(commentUrl.href)
  expect(linksIn(render(String(renderComment(facts))))).not.toContain(commentUrl.href)
})

test('a dry run shows what would be sent, and it stays in its block', () => {
  fc.assert(
    fc.property(hostileText, (prompt) => {
      const html = render(`${renderPrompt(untrustedText(prompt), '"writer" has write.')}\n\nafter`)
      expect(tagsOf(html)).toEqual(['p', 'strong', 'p', 'strong', 'pre', 'code', 'p'])
      expect(html).toMatch(/<p>after<\/p>$/)
    }),
    { numRuns: 200 },
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
])('%d ms read as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})

test('every outcome has a headline of its own', () => {
  expect(new Set(OUTCOMES.map(headlineOf)).size).toBe(OUTCOMES.length)
})
