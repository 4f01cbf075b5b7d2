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

test('similar texts are not taken for each other while the table grows', () => {
  const repeated = createRepeatedTexts()
  const count = 100_000
  let repeats = 0
  for (let index = 0; index < count; index += 1) if (repeated.add(`/guides/page-${index}`)) repeats += 1
  expect(repeats).toBe(0)
  for (let index = 0; index < count; index += 1) if (repeated.add(`/guides/page-${index}`)) repeats += 1
  expect(repeats).toBe(count)
})

test('a full set says so, and still knows its texts', () => {
  const repeated = createRepeatedTexts(16)
  const texts = Array.from({ length: 20 }, (_, index) => `/${index}`)
  expect(texts.map((text) => repeated.add(text))).toEqual(texts.map(() => false))
  expect(repeated.isFull).toBe(true)
  expect([repeated.add('/0'), repeated.add('/19')]).toEqual([true, false])
})
