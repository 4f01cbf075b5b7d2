import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTopPages } from '../../../src/page-views/top-pages.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

test('keeps what sorting everything would, in the same order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(12), (totals, count) => {
      const rows = totals.map((total, index) => ({
        path: untrustedText(`/${index}`),
        human: total,
        ai: 0,
        total,
      }))
      const top = createTopPages(count)
      rows.forEach(top.add)
      // `sort` keeps the order of equals.
      expect(top.list()).toEqual([...rows].sort((a, b) => b.total - a.total).slice(0, count))
    }),
  )
})
