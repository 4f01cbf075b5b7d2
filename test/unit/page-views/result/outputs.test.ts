import { expect, test } from 'vitest'
import { type OutputFacts, type OutputName, writeOutputs } from '../../../../src/page-views/result/outputs.ts'
import { RANGE, RESULT, row } from '../example-result.ts'

// What the outputs of a comparison are: `../../action/page-views/year`.

function write(facts?: OutputFacts) {
  const values = new Map<OutputName, string>()
  writeOutputs({ set: (name, value) => values.set(name, value) }, facts)
  return Object.fromEntries(values)
}

test('the outputs have the range as sent, if anything was sent', () => {
  const nothing = { dateFrom: '', dateTo: '' }
  expect(write({ ...RESULT, range: RANGE })).toMatchObject(RANGE)
  expect(write({ ...RESULT, range: RANGE, requests: 0 })).toMatchObject(nothing)
  expect(write()).toMatchObject(nothing)
})

test('a list of pages has room for 100 KiB, counted in bytes, and a path that is too long costs no other its place', () => {
  const page = row(`/${'ü'.repeat(3000)}`)
  const top = [row(`/${'x'.repeat(150_000)}`), ...Array.from({ length: 100 }, () => page)]
  const output = write({ ...RESULT, top })['top'] ?? ''
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(100 * 1024)
  expect(Buffer.byteLength(output)).toBeGreaterThan(90 * 1024)
  expect(JSON.parse(output)[0]).toEqual(page)
})
