import { expect, test } from 'vitest'
import { addRow, findMovers, isMover, type PageTable } from '../../../src/page-views/movers.ts'
import { row } from './site.ts'

test.each<[name: string, now: number, expected: number, isListed: boolean]>([
  ['a page that doubles', 300, 150, true],
  ['nine views are too few', 9, 0, false],
  ['a new page, above chance', 26, 0, true],
  ['a new page, at chance', 25, 0, false],
  ['a page that is gone', 0, 26, true],
  ['a fifth', 12_000, 10_000, true],
  ['less than a fifth', 11_999, 10_000, false],
  ['more than a fifth, by chance', 130, 100, false],
])('better or worse than the site: %s', (_name, now, expected, isListed) => {
  expect(isMover(now, expected)).toBe(isListed)
})

type Page = [path: string, now: number, before: number]

function createTable(pages: readonly Page[]): PageTable {
  const table: PageTable = new Map()
  for (const [path, now, before] of pages) {
    if (now > 0) addRow(table, 'now', row(path, now, 1))
    if (before > 0) addRow(table, 'before', row(path, before, 1))
  }
  return table
}

/** Views that scatter as those of real pages do, the same at every run. */
function scatter(mean: number, seed: number): number {
  const random = (salt: number) => Math.abs(Math.sin(seed * 12.9898 + salt * 78.233) * 43758.5453) % 1
  const normal = Math.sqrt(-2 * Math.log(random(1) || 0.5)) * Math.cos(2 * Math.PI * random(2))
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
}

test.each([
  ['a site that stays', 20, 1],
  ['a site that stays', 5000, 1],
  ['a site that halves, as at Christmas', 5000, 0.5],
])('%s, of %d pages, lists none but the page that doubles', (_name, size, change) => {
  const means = Array.from({ length: size }, (_, index) => 2000 / (index + 1) + 20)
  const quiet = means.map(
    (mean, index): Page => [`/${index}`, scatter(mean * change, index), scatter(mean, index + 10_000)],
  )
  const sum = (which: 1 | 2) => quiet.reduce((total, page) => total + page[which], 0)
  const find = (pages: Page[]) => findMovers(createTable(pages), sum(1), sum(2), 10)
  expect(find(quiet)).toEqual({ rising: [], falling: [] })
  const { rising, falling } = find([...quiet, ['/doubled', 330 * change, 150]])
  expect([rising.map(({ path }) => path), falling]).toEqual([['/doubled'], []])
})

test('the largest difference comes first; rows of one path add up, and a single one is kept as it is', () => {
  const table = createTable([
    ['/new', 300, 0],
    ['/most', 500, 100],
    ['/gone', 0, 90],
    ['/less', 100, 700],
    ['/same', 1000, 1000],
    ['/same', 1000, 1000],
  ])
  const { rising, falling } = findMovers(table, 2900, 2890, 10)
  expect(rising.map(({ path, expected }) => [path, Math.round(expected)])).toEqual([
    ['/most', 100],
    ['/new', 0],
  ])
  expect(falling.map(({ path, human, previous }) => [path, human, previous.human])).toEqual([
    ['/less', 100, 700],
    ['/gone', 0, 90],
  ])
  const first = findMovers(table, 2900, 2890, 1)
  expect([first.rising.length, first.falling.length]).toEqual([1, 1])
  const { path: _, ...sums } = row('', 2000, 2)
  expect(table.get('/same')).toEqual({ now: sums, before: sums })
  expect(table.get('/most')?.before).toEqual(row('/most', 100, 1))
})
