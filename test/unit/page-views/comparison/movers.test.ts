import { expect, test } from 'vitest'
import { createMovers } from '../../../../src/page-views/comparison/movers.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

test('movers are listed by absolute change, largest first', () => {
  const movers = createMovers(2)
  for (const [path, total, previous] of [
    ['/same', 9, 9],
    ['/up', 12, 10],
    ['/new', 7, 0],
    ['/up-a-little', 2, 1],
    ['/down', 1, 4],
    ['/gone', 0, 20],
  ] as const)
    movers.add({ path: untrustedText(path), total, previous, change: total - previous })
  const { rising, falling } = movers.list()
  expect(rising.map(({ path, change }) => [path, change])).toEqual([
    ['/new', 7],
    ['/up', 2],
  ])
  expect(falling.map(({ path, change }) => [path, change])).toEqual([
    ['/gone', -20],
    ['/down', -3],
  ])
})
