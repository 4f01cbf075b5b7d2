import { expect, test } from 'vitest'
import type { OutcomesReport } from '../../../../src/outcomes/report-outcomes.ts'
import { renderReport } from '../../../../src/outcomes/result/render-report.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { FIGURES, REPORT } from '../example-report.ts'
import { mergedPullRequest, pullRequest } from '../pull-request.ts'

/** As it is read, without what breaks references. */
function render(facts: Partial<OutcomesReport> = {}): string {
  return renderReport(markdown`Acme docs`, { ...REPORT, ...facts })
    .toString()
    .replaceAll('\u2060', '')
    .replaceAll('\\', '')
    .replaceAll('https://github.com/acme/docs/pull', '')
}

const files = (...paths: string[]) => paths.map((path) => ({ path: untrustedText(path), status: 'modified' }))
const partial = { human: 49, ai: 0, total: 49, isPartial: true }

test('a report: figures beside those before, what was merged with its views, what was closed, what is open', () => {
  const closed = { ...mergedPullRequest(9), state: 'closed' as const, mergedAt: undefined }
  const report = {
    trafficDays: 30,
    closed: [closed],
    merged: [...REPORT.merged, mergedPullRequest(10)],
    open: [pullRequest({ isDraft: true }), pullRequest({ number: 8, createdAt: '2026-11-23T06:00:00Z' })],
    changed: new Map([
      [12, { number: 12, files: files('a.mdx', 'b.svg'), isWhole: true }],
      [11, { number: 11, files: files('a.mdx', 'b.mdx'), isWhole: false }],
    ]),
    views: { views: new Map([[12, partial]]), elsewhere: new Map([[11, [12]]]), total: partial, notes: [] },
    notes: ["The page views couldn't all be read."],
  }
  expect(render(report)).toMatchInlineSnapshot(`
    "## Documentation written for Acme docs

    **Nov 16–22, 2026: 8 documentation pull requests were merged in acme/docs, 5 of them without edits, half of them within 6 days; 1 was closed. 21 are open.**

    <sub>Nov 16–22, 2026 (7 days, UTC) · Pull requests by mintlify[bot]</sub>

    |  | This period | Nov 9–15, 2026 (7 days, UTC) |
    | :-- | --: | --: |
    | Merged | 8 | 2 |
    | Merged without edits | 5 | 1 (not known for 1) |
    | Closed without a merge | 1 | 0 |
    | Opened | 9 | 1 |
    | Half merged within | 6 days | 20 hours |

    ### Merged

    | Pull request | Without edits | Merged within | Pages | People | AI |
    | :-- | --: | --: | --: | --: | --: |
    | [Page 12](/12) #12 | yes | 7 days | 1 | ≥49 | not known |
    | [Page 11](/11) #11 | no | 7 days | ≥2 | see #12 | see #12 |
    | [Page 10](/10) #10 | not known | 7 days | not known | not known | not known |

    Views in the last 30 days: people ≥49, AI not known. For ≥, some are not known. Each page counts once, in the pull request that was merged last.

    ### Closed without a merge

    | Pull request | Closed within |
    | :-- | --: |
    | [Page 9](/9) #9 | 7 days |

    ### Open now, the oldest first

    | Pull request | Open for |
    | :-- | --: |
    | [Page 7](/7) #7 (draft) | 9 days |
    | [Page 8](/8) #8 | less than a day |

    ### About these numbers

    - The page views couldn't all be read.

    <sub>Without edits: no person wrote or committed a part of it. Reverts, and how merge conflicts were resolved, are not part of this report.</sub>"
  `)
})

test('a long list is folded below its first ten, and ends after a hundred', () => {
  const text = render({ open: Array.from({ length: 102 }, (_, index) => pullRequest({ number: 200 + index })) })
  const [shown = '', folded = ''] = text.split('<details><summary>90 more</summary>')
  expect(shown.match(/^\| \[Page 2\d\d\]/gmu)).toHaveLength(10)
  expect(folded.match(/^\| \[Page [23]\d\d\]/gmu)).toHaveLength(90)
  expect(folded).toContain("</details>\n\n2 others aren't shown.")
})

test('what is not known is not 0', () => {
  const text = render({
    previous: undefined,
    figures: { ...FIGURES, mergedWithoutEdits: undefined, mergedUnknown: 8 },
    isWithoutEdits: new Map(),
    trafficDays: 1,
    views: { views: new Map(), elsewhere: new Map(), total: undefined, notes: [] },
  })
  expect(text).toContain('| Merged without edits | not known | not known |')
  expect(text).toContain('| [Page 12](/12) #12 | not known | 7 days | not known | not known | not known |')
  expect(text).toContain("\nThe views in the last day aren't known.\n")
})

test('without a pull request of the author, it says how to name another one, and shows no figures', () => {
  const text = render({ byAuthor: 0, merged: [], closed: [], open: [] })
  expect(text).toContain('`author`')
  expect(text).not.toContain('|')
  // In a repository without any, another one doesn't help.
  const list = { ...REPORT.list, pullRequests: [] }
  expect(render({ byAuthor: 0, list, merged: [], closed: [], open: [] })).not.toContain('`author`')
})

test('a title is inert, short, and linked only by a plain URL', () => {
  const title = untrustedText(`@team | <img> ${'x'.repeat(200)}`)
  const url = untrustedText('javascript:alert(1)')
  const text = renderReport(markdown``, { ...REPORT, open: [pullRequest({ title, url })], merged: [] }).toString()
  expect(text).toMatch(/^\| @\u2060team &#124; &lt;img&gt; x{100,}… \\#\u20607 \| 9 days \|$/mu)
})
