import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePatches } from '../../../../../src/agent-job/request/changes/choose-patches.ts'
import { changedFile } from './changed-files.ts'

function choose(sizes: Record<string, number>, limit: number) {
  const files = Object.entries(sizes).map(([path, size]) => changedFile(path, 'x'.repeat(size)))
  const { files: shown, patchCount, patchLength } = choosePatches(files, limit)
  return {
    shown: shown.map(({ path, patch }) => (patch === undefined ? path : `${path}: ${patch.length}`)),
    patchCount,
    patchLength,
  }
}

test('patches are chosen whole, the smallest first, and listed in the order of their paths', () => {
  expect(choose({ 'c.ts': 10, 'b.ts': 60, 'a.ts': 30, 'd.ts': 70 }, 100)).toEqual({
    shown: ['a.ts: 30', 'b.ts: 60', 'c.ts: 10', 'd.ts'],
    patchCount: 3,
    patchLength: 100,
  })
  expect(choose({ 'c.ts': 10, 'b.ts': 60, 'a.ts': 30, 'd.ts': 70 }, 99).shown).toEqual([
    'a.ts: 30',
    'b.ts',
    'c.ts: 10',
    'd.ts',
  ])
})

test('patches of 60,000 characters fit', () => {
  const [fits, doesNot] = [60_000, 60_001].map((size) =>
    choosePatches([changedFile('a.ts', 'x'.repeat(size))]),
  )
  expect([fits?.patchCount, doesNot?.patchCount]).toEqual([1, 0])
})

test('files of a tool and files without a patch are named only', () => {
  const files = [
    changedFile('package-lock.json', 'x'),
    changedFile('picture.png'),
    changedFile('dist/openapi.json', 'x'),
  ]
  const { files: shown, patchCount } = choosePatches(files, 1_000)
  expect(shown.map(({ path, patch }) => [path, patch])).toEqual([
    ['dist/openapi.json', 'x'],
    ['package-lock.json', undefined],
    ['picture.png', undefined],
  ])
  expect(patchCount).toBe(1)
})

test('invisible characters are removed from paths and patches, and counted', () => {
  const file = changedFile('a\u200B.ts', '+x\u202E')
  expect(choosePatches([file], 1_000)).toMatchObject({
    files: [{ path: 'a.ts', patch: '+x' }],
    patchLength: 2,
    removals: 2,
  })
})

test('no choice is over the limit, and none could take one patch more', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 20 }), fc.nat(300), (sizes, limit) => {
      const { shown, patchCount, patchLength } = choose(
        Object.fromEntries(sizes.map((size, index) => [`${index}.ts`, size])),
        limit,
      )
      expect(shown).toHaveLength(sizes.length)
      expect(patchLength).toBeLessThanOrEqual(limit)
      const next = sizes.toSorted((a, b) => a - b)[patchCount]
      expect(patchLength + (next ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(limit)
    }),
  )
})
