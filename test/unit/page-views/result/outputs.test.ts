import { expect, test } from 'vitest'
import { type OutputFacts, type OutputName, writeOutputs } from '../../../../src/page-views/result/outputs.ts'
import { COMPARISON, counts, OPTIONS, RANGE, RESULT, row } from '../example-result.ts'

function write(facts?: OutputFacts) {
  const values = new Map<OutputName, string>()
  writeOutputs({ set: (name, value) => values.set(name, value) }, facts)
  return Object.fromEntries(values)
}

test('the outputs of a comparison', () => {
  const outputs = write({ result: { ...RESULT, comparison: COMPARISON }, options: OPTIONS })
  expect(outputs).toMatchObject({
    ...{ human: '1200', ai: '300', total: '1500', previousHuman: '1000', previousAi: '400' },
    ...{ changeHuman: '20.0', changeAi: '-25.0', rows: '1000', file: 'out/page-views.csv', complete: 'true' },
    ...{ nextFrom: '', nextOffset: '', ...RANGE, commentUrl: '' },
  })
  const up = { ...row('/up', 50, 15), previousHuman: 10, previousAi: 0, previousTotal: 10 }
  const gone = { ...row('/gone', 0), previousHuman: 14, previousAi: 1, previousTotal: 15 }
  expect(JSON.parse(outputs['rising'] ?? '')[0]).toEqual(up)
  expect(JSON.parse(outputs['falling'] ?? '')[1]).toEqual(gone)
})

test('without a comparison, and for totals that are not known, outputs are empty', () => {
  const parts = [RANGE, RANGE]
  const next = { from: RANGE.dateFrom, offset: 20 }
  expect(write({ result: { ...RESULT, outcome: 'incomplete', next }, options: { ...OPTIONS, parts } })).toMatchObject({
    ...{ human: '', ai: '', total: '', previousHuman: '', changeHuman: '', rising: '[]', falling: '[]' },
    ...{ complete: 'false', nextFrom: RANGE.dateFrom, nextOffset: '20' },
  })
  const comparison = { ...COMPARISON, totals: counts(0, 400) }
  expect(write({ result: { ...RESULT, comparison }, options: OPTIONS })).toMatchObject({
    previousHuman: '0',
    changeHuman: '',
  })
})

test('the outputs have the range as sent, if anything was sent', () => {
  const nothing = { dateFrom: '', dateTo: '', human: '', rows: '0', top: '[]' }
  const unsent = { ...RESULT, known: undefined, rows: 0, requests: 0, top: [] }
  expect(write({ result: unsent, options: OPTIONS })).toMatchObject(nothing)
  expect(write()).toMatchObject(nothing)
})

test('a list of pages has room for 100 KiB, counted in bytes, and a path that is too long costs no other its place', () => {
  const page = row(`/${'ü'.repeat(3000)}`)
  const top = [row(`/${'x'.repeat(150_000)}`), ...Array.from({ length: 100 }, () => page)]
  const output = write({ result: { ...RESULT, top }, options: OPTIONS })['top'] ?? ''
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(100 * 1024)
  expect(Buffer.byteLength(output)).toBeGreaterThan(90 * 1024)
  expect(JSON.parse(output)[0]).toEqual(page)
})
