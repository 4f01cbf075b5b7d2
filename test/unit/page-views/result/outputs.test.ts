import { expect, test } from 'vitest'
import type { ExportResult } from '../../../../src/page-views/export-page-views.ts'
import { listCutOutputs, type OutputName, writeOutputs } from '../../../../src/page-views/result/outputs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const RESULT: ExportResult = {
  outcome: 'complete',
  shortfalls: [],
  rows: 1,
  requests: 1,
  top: [],
  warnings: [],
}
const RANGE = { dateFrom: '2026-08-01', dateTo: '2026-08-08' }

function write(result?: ExportResult) {
  const values = new Map<OutputName, string>()
  writeOutputs({ set: (name, value) => values.set(name, value) }, result && { ...result, range: RANGE })
  return Object.fromEntries(values)
}

test('outputs of a comparison are empty without one', () => {
  const values = write({ ...RESULT, totals: { human: 1, ai: 2, total: 3 } })
  expect(values).toMatchObject({ previousTotal: '', change: '', rising: '[]', falling: '[]', commentUrl: '' })
})

test('outputs of a comparison have the previous total, the change, and what rises and falls', () => {
  const totals = { human: 100, ai: 0, total: 100 }
  const counts = { human: 3, ai: 0, previousHuman: 5, previousAi: 0 }
  const mover = { path: untrustedText('/a'), total: 3, previous: 5, change: -2, ...counts }
  const comparison = { range: RANGE, totals, requests: 1, rows: 1, rising: [], falling: [mover] }
  const values = write({ ...RESULT, totals: { human: 97, ai: 0, total: 97 }, comparison })
  expect(values).toMatchObject({ previousTotal: '100', change: '-3.0', rising: '[]' })
  expect(JSON.parse(values['falling'] ?? '')).toEqual([mover])
})

test('the range is given as it was sent, if anything was sent', () => {
  expect(write(RESULT)).toMatchObject(RANGE)
  expect(write({ ...RESULT, requests: 0 })).toMatchObject({ dateFrom: '', dateTo: '' })
  expect(write()).toMatchObject({ dateFrom: '', dateTo: '' })
})

test('a list of pages has room for 100 KiB, counted in bytes', () => {
  const page = { path: untrustedText(`/${'ü'.repeat(3000)}`), human: 1, ai: 1, total: 2 }
  const result = { ...RESULT, top: Array.from({ length: 100 }, () => page) }
  const top = write(result)['top'] ?? ''
  expect(Buffer.byteLength(top)).toBeLessThanOrEqual(100 * 1024)
  expect(Buffer.byteLength(top)).toBeGreaterThan(90 * 1024)
  expect(JSON.parse(top)[0]).toEqual(page)
  expect([listCutOutputs(result), listCutOutputs(RESULT)]).toEqual([['top'], []])
})

test('a page whose path is too long by itself is left out, and the others stay', () => {
  const page = (path: string) => ({ path: untrustedText(path), human: 1, ai: 1, total: 2 })
  const result = { ...RESULT, top: [page('/a'), page(`/${'x'.repeat(150_000)}`), page('/b')] }
  expect(JSON.parse(write(result)['top'] ?? '')).toEqual([page('/a'), page('/b')])
  expect(listCutOutputs(result)).toEqual(['top'])
})
