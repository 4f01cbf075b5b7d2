import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRepeatedTexts } from '../../../../src/page-views/reading/repeated-texts.ts'

test('repeated texts are exactly those that a set of all texts finds', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), (texts) => {
      const repeated = createRepeatedTexts()
      const seen = new Set<string>()
      for (const text of texts) {
        expect(repeated.add(text)).toBe(seen.has(text))
        seen.add(text)
      }
    }),
  )
})

test('every path of an hour has room, and more paths than that take no more', () => {
  const repeated = createRepeatedTexts()
  const path = (index: number) => `/guides/${'x'.repeat(45)}/${index}`
  const countRepeats = (paths: number) =>
    Array.from({ length: paths }, (_, index) => repeated.add(path(index))).filter(Boolean).length

  expect(countRepeats(25_000)).toBe(0)
  expect(repeated.isFull).toBe(false)
  expect(countRepeats(25_000)).toBe(25_000)

  const known = countRepeats(200_000)
  expect(repeated.isFull).toBe(true)
  expect(countRepeats(200_000) - known).toBeLessThan(5_000)
})

test('a full set says so, and still knows its texts', () => {
  const repeated = createRepeatedTexts(16)
  const texts = Array.from({ length: 20 }, (_, index) => `/${index}`)
  expect(texts.map((text) => repeated.add(text))).toEqual(texts.map(() => false))
  expect(repeated.isFull).toBe(true)
  expect([repeated.add('/0'), repeated.add('/19')]).toEqual([true, false])
})
