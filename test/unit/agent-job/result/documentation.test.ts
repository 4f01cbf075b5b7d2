import { describe, expect, test } from 'vitest'
import {
  describePrevious,
  locatePullRequest,
  renderDocumentation,
} from '../../../../src/agent-job/result/documentation.ts'
import type {
  ChangedPage,
  RunReport,
  WrittenDocumentation,
} from '../../../../src/agent-job/result/run-result.ts'
import { joinMarkdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { render, textOf } from '../../untrusted/rendering.ts'

const pullRequest = new URL('https://github.com/acme/docs/pull/7')
const other = new URL('https://github.com/acme/docs/pull/8')

const page = (facts: Partial<ChangedPage> = {}): ChangedPage => ({
  file: untrustedText('guides/retries.mdx'),
  status: 'modified',
  additions: 34,
  deletions: 2,
  ...facts,
})
const pages = (count: number) => Array.from({ length: count }, () => page())

function show(documentation?: Partial<WrittenDocumentation>, report: Partial<RunReport> = {}): string {
  const whole = documentation && { state: 'open' as const, pages: [], otherFileCount: 0, ...documentation }
  const parts = renderDocumentation({
    outcome: 'pull-request',
    pullRequest,
    ...report,
    ...(whole && { documentation: whole }),
  })
  return render(String(joinMarkdown(parts, '\n\n')))
}

const read = (html: string) => textOf(html).replaceAll('\u2060', '').replaceAll('\u00a0', ' ')
const cellsIn = (html: string, tag: 'th' | 'td') =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gu'))].map(([, cell = '']) => read(cell))

describe('the pull request that was written', () => {
  test.each<[string, Partial<WrittenDocumentation> | undefined, string]>([
    ['can be read', { title: untrustedText(' Explain *retries* ') }, 'Explain *retries* acme/docs#7'],
    ['has no title', {}, 'acme/docs#7'],
    ['has a blank title', { title: untrustedText(' ') }, 'acme/docs#7'],
    ['was merged meanwhile', { state: 'merged' }, 'acme/docs#7 (merged)'],
    ['was closed meanwhile', { state: 'closed' }, 'acme/docs#7 (closed)'],
    ["can't be read", undefined, 'acme/docs#7'],
  ])('a pull request that %s is linked', (_name, documentation, text) => {
    const html = show(documentation)
    expect(read(html).trim()).toBe(text)
    expect(html).toContain(`<a href="${pullRequest.href}">`)
  })

  test('a title is cut at 200 characters', () => {
    expect(read(show({ title: untrustedText('x'.repeat(201)) })).trim()).toBe(
      `${'x'.repeat(200)} acme/docs#7`,
    )
  })

  test('without a link there is nothing to show', () => {
    expect(show({ pages: pages(1) }, { pullRequest: undefined })).toBe('')
  })
})

describe('the pages that it changes', () => {
  test('a row has the page, whether it is new, and the lines', () => {
    const html = show({
      pages: [
        page(),
        page({ status: 'added', additions: 1234 }),
        page({ status: 'removed' }),
        page({ status: 'renamed' }),
      ],
    })
    expect(cellsIn(html, 'th')).toEqual(['Page', 'Lines'])
    expect(cellsIn(html, 'td')).toEqual([
      ...['guides/retries.mdx', '+34 −2', 'guides/retries.mdx new', '+1,234 −2'],
      ...['guides/retries.mdx removed', '+34 −2', 'guides/retries.mdx renamed', '+34 −2'],
    ])
  })

  test('a page is named by its whole path, as far as it fits', () => {
    const name = (file: string) => cellsIn(show({ pages: [page({ file: untrustedText(file) })] }), 'td')[0]
    expect(name('docs/en/reference/retries.mdx')).toBe('docs/en/reference/retries.mdx')
    expect(name(`${'a/'.repeat(90)}b.mdx`)).toHaveLength(120)
  })

  test('with traffic, it is the same table with the views, empty where they are not known', () => {
    const html = show({
      pages: [page({ views: { human: 1200, ai: 34.5, total: 1234.5 } }), page()],
      traffic: { days: 30, isPartial: false },
    })
    expect(cellsIn(html, 'th')).toEqual(['Page', 'Human', 'AI', 'Total'])
    expect(cellsIn(html, 'td')).toEqual([
      ...['guides/retries.mdx+34 −2', '1,200', '34.5', '1,234.5'],
      ...['guides/retries.mdx+34 −2', '', '', ''],
    ])
    expect(html).toMatch(/<p>Views in the last 30 days\.<\/p>/u)
  })

  test.each<[string, Partial<WrittenDocumentation>, string]>([
    ['ten pages', { pages: pages(10) }, ''],
    ['eleven pages', { pages: pages(11) }, 'Also changed: 1 more page.'],
    ['more', { pages: pages(13), otherFileCount: 1 }, 'Also changed: 3 more pages, 1 file that is no page.'],
    ['files', { pages: pages(1), otherFileCount: 1200 }, 'Also changed: 1,200 files that are no pages.'],
    ['no page', { otherFileCount: 2 }, 'Changed: no page, 2 files that are no pages.'],
    [
      'no page, with traffic',
      { otherFileCount: 1, traffic: { days: 1, isPartial: false } },
      'Changed: no page, 1 file that is no page.',
    ],
    ['a day', { pages: pages(1), traffic: { days: 1, isPartial: false } }, 'Views in the last day.'],
    [
      'a part',
      { pages: pages(1), traffic: { days: 7, isPartial: true } },
      'Views in the last 7 days; only a part of the site was searched for them.',
    ],
  ])('what has no row is said as a number: %s', (_name, documentation, text) => {
    const html = show(documentation)
    expect(cellsIn(html, 'td').length / 2).toBeLessThanOrEqual(25)
    const [, , ...rest] = html.replace(/<table>.*<\/table>/su, '').split('<p>')
    expect(read(rest.join('')).trim()).toBe(text)
    if (documentation.pages !== undefined)
      expect([...html.matchAll(/<tr>/gu)]).toHaveLength(Math.min(10, documentation.pages.length) + 1)
  })
})

describe('the pull request of the previous job', () => {
  const previous = (state: 'open' | 'closed' | 'merged' | 'unreadable') => ({ url: pullRequest, state })
  const say = (report: Partial<RunReport>, when: 'working' | 'done' = 'done') =>
    read(render(String(joinMarkdown(describePrevious(report, when), '\n')))).trim()

  test.each<[string, Partial<RunReport>, RegExp]>([
    ['nothing was sent', { previous: previous('closed') }, /^$/],
    ['there is none', { isFollowUp: false }, /^$/],
    ['it was continued', { isFollowUp: true, previous: previous('open'), pullRequest }, /^$/],
    [
      'it was continued all the same',
      { isFollowUp: true, previous: previous('unreadable'), pullRequest },
      /^$/,
    ],
    [
      'it was continued, without a link',
      { isFollowUp: true, previous: previous('open') },
      /job of acme\/docs#7\.$/,
    ],
    [
      'there is another',
      { isFollowUp: true, previous: previous('open'), pullRequest: other },
      /docs#7, and the agent opened another/,
    ],
    ['its job takes nothing', { isFollowUp: false, previous: previous('open') }, /takes no further prompt/],
    ['it is closed', { isFollowUp: false, previous: previous('closed') }, /docs#7 is closed\.$/],
    ['it is merged', { isFollowUp: false, previous: previous('merged') }, /docs#7 is merged\.$/],
    [
      "it can't be read",
      { isFollowUp: false, previous: previous('unreadable') },
      /github-token.*follow-up: always/,
    ],
    [
      "its job can't be read",
      { isFollowUp: false, previous: { state: 'job-unreadable' } },
      /the previous request can't be read\.$/,
    ],
  ])('at the end, where %s', (_name, report, expected) => {
    expect(say(report)).toMatch(expected)
  })

  test('while the agent works, one that is continued is named', () => {
    expect(say({ isFollowUp: true, previous: previous('unreadable') }, 'working')).toBe(
      'The agent continues acme/docs#7.',
    )
    expect(say({ isFollowUp: false, previous: previous('closed') }, 'working')).toContain('docs#7 is closed')
  })
})

test.each([
  ['https://github.test/acme/docs/pull/7', true],
  ['https://github.test/acme/docs/pull/7/?a=b#c', true],
  ['https://github.test:8443/acme/docs/pull/7', false],
  ['https://github.test.evil.example/acme/docs/pull/7', false],
  ['https://github.test/acme/docs/pull/7/files', false],
  ['https://github.test/acme/docs/pull/x', false],
  ['https://github.test/x/acme/docs/pull/7', false],
  ['https://github.test/acme/docs/issues/7', false],
])('the URL %s is a pull request on the server: %s', (url, expected) => {
  const place = locatePullRequest(new URL(url), new URL('https://github.test'))
  expect(place).toEqual(expected ? { owner: 'acme', repo: 'docs', number: 7 } : undefined)
})
