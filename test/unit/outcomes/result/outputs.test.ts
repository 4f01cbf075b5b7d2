import { expect, test } from 'vitest'
import type { OutcomesReport } from '../../../../src/outcomes/report-outcomes.ts'
import { type OutputName, writeOutputs } from '../../../../src/outcomes/result/outputs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { FIGURES, LIST, REPORT } from '../example-report.ts'
import { closedPullRequest, mergedPullRequest, pullRequest } from '../pull-request.ts'

function write(facts: Partial<OutcomesReport> = {}) {
  const values = new Map<OutputName, string>()
  writeOutputs({ set: (name, value) => values.set(name, value) }, { ...REPORT, ...facts })
  const { report = '', ...outputs } = Object.fromEntries(values)
  return { outputs, report: JSON.parse(report) as object[], bytes: Buffer.byteLength(report) }
}

const BEFORE = {
  previousMerged: '2',
  previousMergedWithoutEdits: '1',
  previousMergedUnknown: '1',
  previousClosed: '0',
  previousOpened: '1',
  previousMedianHours: '20.0',
}
const ALL = {
  ...{ merged: '8', mergedWithoutEdits: '5', mergedUnknown: '0', closed: '1', opened: '9', medianHours: '130.2' },
  ...{ open: '21', oldestOpenDays: '9', complete: 'true', reportCut: 'false', commentUrl: '' },
  ...BEFORE,
}
const EMPTY = Object.fromEntries(Object.keys(BEFORE).map((name) => [name, '']))

test.each<[string, Partial<OutcomesReport>, object]>([
  ['everything', {}, {}],
  ['all but the previous period', { previous: undefined }, EMPTY],
  [
    'some figures',
    { figures: { ...FIGURES, mergedWithoutEdits: undefined, medianHours: undefined }, openCount: undefined },
    { mergedWithoutEdits: '', medianHours: '', open: '' },
  ],
  ['a part of the list', { list: { ...LIST, isWhole: false } }, { complete: 'false' }],
])('the outputs where %s is known', (_name, facts, expected) => {
  expect(write(facts).outputs).toEqual({ ...ALL, ...expected })
})

test('the output `report` has an entry for each pull request, with `null` for what is not known', () => {
  const files = ['a.mdx', 'logo.svg'].map((path) => ({ path: untrustedText(path), status: 'added' }))
  const changed = new Map([12, 11].map((number) => [number, { number, files, isWhole: number === 12 }]))
  const url = untrustedText('javascript:alert(1)')
  const pullRequests = [...REPORT.merged, closedPullRequest(9), pullRequest({ isDraft: true, url })]
  const ended = { createdAt: '2026-11-13T09:00:00Z', closedAt: '2026-11-20T09:00:00Z', draft: false }
  const name = (number: number) => ({
    number,
    prLink: `https://github.com/acme/docs/pull/${number}`,
    title: `Page ${number}`,
  })
  const merged = { ...ended, state: 'merged', mergedAt: ended.closedAt }
  const unknown = { withoutEdits: null, pages: null }
  expect(write({ pullRequests, changed }).report).toEqual([
    { ...name(12), ...merged, withoutEdits: true, pages: ['a.mdx'] },
    { ...name(11), ...merged, withoutEdits: false, pages: null },
    { ...name(9), ...ended, state: 'closed', mergedAt: null, ...unknown },
    { ...name(7), ...ended, prLink: null, draft: true, state: 'open', mergedAt: null, closedAt: null, ...unknown },
  ])
})

test('the output `report` is cut at 100 KiB, and says so', () => {
  const pullRequests = Array.from({ length: 500 }, (_, index) => mergedPullRequest(index))
  const { outputs, report, bytes } = write({ pullRequests })
  expect(outputs['reportCut']).toBe('true')
  expect(bytes).toBeLessThanOrEqual(100 * 1024)
  expect(report[0]).toMatchObject({ number: 0 })
})
