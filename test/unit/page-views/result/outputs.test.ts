import { expect, test } from 'vitest'
import type { ExportResult } from '../../../../src/page-views/export-page-views.ts'
import { listCutOutputs, type OutputName, writeOutputs } from '../../../../src/page-views/result/outputs.ts'
import { COMPARISON, RANGE, RESULT, row } from '../example-result.ts'

function write(result?: ExportResult) {
  const values = new Map<OutputName, string>()
  writeOutputs({ set: (name, value) => values.set(name, value) }, result && { ...result, range: RANGE })
  return Object.fromEntries(values)
}

test('outputs of a comparison are empty without one', () => {
  const counts = { previousTotal: '', change: '', previousHuman: '', previousAi: '', changeHuman: '', changeAi: '' }
  const nothing = { ...counts, rising: '[]', falling: '[]', noViews: '[]', commentUrl: '' }
  expect(write(RESULT)).toMatchObject(nothing)
})

test('outputs of a comparison have the previous total, the change, and what rises and falls', () => {
  const values = write({ ...RESULT, comparison: COMPARISON })
  expect(values).toMatchObject({ previousTotal: '1400', change: '7.1' })
  const apart = { previousHuman: '1000', previousAi: '400', changeHuman: '20.0', changeAi: '-25.0' }
  expect(values).toMatchObject(apart)
  expect(JSON.parse(values['falling'] ?? '')).toEqual(COMPARISON.falling)
  expect(JSON.parse(values['rising'] ?? '')).toEqual(COMPARISON.rises)
  expect(JSON.parse(values['noViews'] ?? '')).toEqual(COMPARISON.noViews)
  const month = write({ ...RESULT, comparison: { ...COMPARISON, lengths: { days: 30, previousDays: 28 } } })
  expect(month).toMatchObject({ change: '0.0', changeHuman: '12.0', changeAi: '-30.0' })
})

test('the outputs have the range as sent, if anything was sent', () => {
  const nothing = { dateFrom: '', dateTo: '' }
  expect(write(RESULT)).toMatchObject(RANGE)
  expect(write({ ...RESULT, requests: 0 })).toMatchObject(nothing)
  expect(write()).toMatchObject(nothing)
})

test('a list of pages has room for 100 KiB, counted in bytes', () => {
  const page = row(`/${'ü'.repeat(3000)}`)
  const result = { ...RESULT, top: Array.from({ length: 100 }, () => page) }
  const top = write(result)['top'] ?? ''
  expect(Buffer.byteLength(top)).toBeLessThanOrEqual(100 * 1024)
  expect(Buffer.byteLength(top)).toBeGreaterThan(90 * 1024)
  expect(JSON.parse(top)[0]).toEqual(page)
  expect([listCutOutputs(result), listCutOutputs(RESULT)]).toEqual([['top'], []])
})

test('a page with a path that is too long by itself is left out, and the others stay', () => {
  const result = { ...RESULT, top: [row('/a'), row(`/${'x'.repeat(150_000)}`), row('/b')] }
  expect(JSON.parse(write(result)['top'] ?? '')).toEqual([row('/a'), row('/b')])
  expect(listCutOutputs(result)).toEqual(['top'])
})
