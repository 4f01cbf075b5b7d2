import { expect, test } from 'vitest'
import type { JobRecord, PreviousPullRequest } from '../../../../src/agent-job/job/job-record.ts'
import type { ChangedPage, WrittenDocumentation } from '../../../../src/agent-job/job/written-documentation.ts'
import { renderDocumentation, renderPrevious } from '../../../../src/agent-job/result/documentation.ts'
import { joinMarkdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { render, textOf } from '../../untrusted/rendering.ts'
import { asResult, type LooseResult, otherPullRequest, pullRequest } from './report-context.ts'

const file = untrustedText('guides/retries.mdx')
const page: ChangedPage = { path: file, status: 'modified', additions: 34, deletions: 2 }
const pages = (count: number) => Array.from({ length: count }, () => page)

function show(documentation?: Partial<WrittenDocumentation>, report: LooseResult = {}): string {
  const whole = documentation && { state: 'open' as const, pages: [], otherFileCount: 0, ...documentation }
  const ready = { outcome: 'pull-request', job: { jobId: 'job-1', prLink: pullRequest } } as const
  const facts = { ...ready, ...report, ...(whole && { documentation: whole }) }
  return render(String(joinMarkdown(renderDocumentation(asResult(facts)), '\n\n')))
}

const read = (html: string) =>
  textOf(html)
    .replaceAll(/\u2060|\u200b/gu, '')
    .replaceAll('\u00a0', ' ')
    .trim()
const cellsIn = (html: string, tag: 'th' | 'td') =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gu'))].map(([, cell = '']) => read(cell))

test.each<[string, Partial<WrittenDocumentation> | undefined, string]>([
  ['can be read', { title: untrustedText(' Explain *retries* ') }, 'Explain *retries* acme/docs#7'],
  ['has a long title', { title: untrustedText('x'.repeat(201)) }, `${'x'.repeat(199)}… acme/docs#7`],
  ['has no title', {}, 'acme/docs#7'],
  ['has a blank title', { title: untrustedText(' ') }, 'acme/docs#7'],
  ['was merged meanwhile', { state: 'merged' }, 'acme/docs#7 (merged)'],
  ['was closed meanwhile', { state: 'closed' }, 'acme/docs#7 (closed)'],
  ["can't be read", undefined, 'acme/docs#7'],
])('a pull request that %s is linked', (_name, documentation, text) => {
  const html = show(documentation)
  expect(read(html)).toBe(text)
  expect(html).toContain(`<a href="${pullRequest.href}">`)
})

test('a link that is not like those of GitHub is shown as it is; without one there is nothing to show', () => {
  const link = new URL('https://gitlab.example/group/-/merge_requests/3')
  expect(read(show(undefined, { job: { jobId: 'job-1', prLink: link } }))).toBe(link.href)
  expect(show({ pages: pages(1) }, { job: { jobId: 'job-1' } })).toBe('')
})

test('a row has the whole path as far as it fits, whether it is new, and the lines', () => {
  const long = show({ pages: [{ ...page, path: untrustedText(`${'a/'.repeat(90)}b.mdx`) }] })
  expect(cellsIn(long, 'td')[0]).toHaveLength(120)
  const statuses = ['modified', 'added', 'removed', 'renamed']
  const html = show({ pages: statuses.map((status) => ({ ...page, status, additions: 1234 })) })
  expect(cellsIn(html, 'th')).toEqual(['Page', 'Lines'])
  const notes = ['', ' new', ' removed', ' renamed']
  const rows = notes.flatMap((note) => [`guides/retries.mdx${note}`, '+1,234 −2'])
  expect(cellsIn(html, 'td')).toEqual(rows)
})

test('with traffic, it is the same table with the views, empty where they are not known', () => {
  const known = { ...page, views: { human: 1200, ai: 34.5, total: 1234.5 } }
  const html = show({ pages: [known, page], traffic: { days: 30, isPartial: false } })
  expect(cellsIn(html, 'th')).toEqual(['Page', 'Human', 'AI', 'Total'])
  expect(cellsIn(html, 'td')).toEqual([
    ...['guides/retries.mdx+34 −2', '1,200', '34.5', '1,234.5'],
    ...['guides/retries.mdx+34 −2', '', '', ''],
  ])
})

const day = { days: 1, isPartial: false }
const PARTIAL = 'Only part of the site was searched.'

test.each<[number, Partial<WrittenDocumentation>, string]>([
  [10, {}, ''],
  [11, {}, 'Also changed 1 more page.'],
  [13, { otherFileCount: 1 }, 'Also changed 3 more pages and 1 other file.'],
  [1, { otherFileCount: 1200 }, 'Also changed 1,200 other files.'],
  [0, { otherFileCount: 2 }, 'Changed no pages, 2 other files.'],
  [0, { otherFileCount: 1, traffic: day }, 'Changed no pages, 1 other file.'],
  [1, { traffic: day }, 'Views in the last day.'],
  [1, { traffic: { days: 7, isPartial: true } }, `Views in the last 7 days. ${PARTIAL}`],
])('of %d pages, the first ten have a row, and the rest is said: %j', (count, documentation, text) => {
  const html = show({ pages: pages(count), ...documentation })
  expect([...html.matchAll(/<tr>/gu)]).toHaveLength(count === 0 ? 0 : Math.min(10, count) + 1)
  const [, , ...rest] = html.replace(/<table>.*<\/table>/su, '').split('<p>')
  expect(read(rest.join(''))).toBe(text)
})

const previous = { url: pullRequest, state: 'open' } as const
const insteadOf = (state: PreviousPullRequest['state']) => ({
  isFollowUp: false,
  previous: { url: pullRequest, state },
})

test.each<[string, Partial<JobRecord>, RegExp, when?: 'working' | 'done']>([
  ['it is not known whether anything was sent', { previous }, /^$/],
  ['nothing is known of it', { isFollowUp: false }, /^$/],
  ['it is being continued', { previous, isFollowUp: true }, /^The agent is updating acme\/docs#7\.$/, 'working'],
  ['it was continued', { previous, isFollowUp: true, prLink: pullRequest }, /^$/],
  ['it was continued, without a link', { previous, isFollowUp: true }, /job behind acme\/docs#7\.$/],
  [
    'there is another',
    { previous, isFollowUp: true, prLink: otherPullRequest },
    /docs#7, and the agent opened another/,
  ],
  ['its job takes nothing', insteadOf('open'), /docs#7 doesn't accept more prompts/],
  ['its job is active', insteadOf('job-active'), /docs#7 is still active\. With `?concurrency.*wait for each/],
  ['its job has no known link', { isFollowUp: false, previous: { state: 'job-unreadable' } }, /the previous request/],
  ['it is closed', insteadOf('closed'), /docs#7 is closed\.$/],
  ['it is closed, at work', insteadOf('closed'), /docs#7 is closed\.$/, 'working'],
  ["it can't be read", insteadOf('unreadable'), /github-token.*follow-up: always/],
])('of the pull request of the previous job, where %s', (_name, job, expected, when = 'done') => {
  const said = renderPrevious({ jobId: 'job-1', ...job }, when)
  expect(read(render(String(joinMarkdown(said, '\n'))))).toMatch(expected)
})
