import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePatches } from '../../../../../src/agent-job/request/changes/choose-patches.ts'
import { changedFile } from './changed-files.ts'

function choose(sizes: Record<string, number>, limit?: number) {
  const files = Object.entries(sizes).map(([path, size]) => changedFile(path, 'x'.repeat(size)))
  const { files: shown, patchCount, patchLength } = choosePatches(files, limit)
  return {
    shown: shown.map(({ path, patch }) => (patch === undefined ? path : `${path}: ${patch.length}`)),
    patchCount,
    patchLength,
  }
}

test('patches are chosen whole, the smallest first, and listed in the order of their paths', () => {
  const sizes = { 'c.ts': 10, 'b.ts': 60, 'a.ts': 30, 'd.ts': 70 }
  const all = { shown: ['a.ts: 30', 'b.ts: 60', 'c.ts: 10', 'd.ts'], patchCount: 3, patchLength: 100 }
  expect(choose(sizes, 100)).toEqual(all)
  expect(choose(sizes, 99).shown).toEqual(['a.ts: 30', 'b.ts', 'c.ts: 10', 'd.ts'])
})

test('patches of 60,000 characters fit', () => {
  expect([choose({ a: 60_000 }).patchCount, choose({ a: 60_001 }).patchCount]).toEqual([1, 0])
})

test('files of a tool and files without a patch are named only', () => {
  const files = ['package-lock.json', 'dist/openapi.json'].map((path) => changedFile(path, 'x'))
  const { files: shown, patchCount } = choosePatches([...files, changedFile('picture.png')], 1_000)
  expect(shown.map(({ path, patch }) => [path, patch])).toEqual([
    ['dist/openapi.json', 'x'],
    ['package-lock.json', undefined],
    ['picture.png', undefined],
  ])
  expect(patchCount).toBe(1)
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
