import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePatches } from '../../../../../src/agent-job/request/changes/render-changes.ts'
import { readUntrustedText } from '../../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

function choose(sizes: Record<string, number>, limit?: number) {
  const files = Object.entries(sizes).map(([path, size]) => changedFile(path, 'x'.repeat(size)))
  const chosen = choosePatches(files, limit)
  const shown = files.filter((file) => chosen.has(file)).map(({ path }) => readUntrustedText(path))
  return { shown, patchLength: shown.reduce((sum, path) => sum + (sizes[path] ?? 0), 0) }
}

test('patches are chosen whole, the smallest first', () => {
  const sizes = { 'c.ts': 10, 'b.ts': 60, 'a.ts': 30, 'd.ts': 70 }
  expect(choose(sizes, 100)).toEqual({ shown: ['c.ts', 'b.ts', 'a.ts'], patchLength: 100 })
  expect(choose(sizes, 99).shown).toEqual(['c.ts', 'a.ts'])
})

test('patches of 60,000 characters fit', () => {
  expect([choose({ a: 60_000 }).shown, choose({ a: 60_001 }).shown]).toEqual([['a'], []])
})

test('files that a tool writes and files without a patch are only named', () => {
  const files = ['package-lock.json', 'dist/openapi.json'].map((path) => changedFile(path, 'x'))
  const chosen = choosePatches([...files, changedFile('picture.png')], 1_000)
  expect([...chosen].map(({ path }) => readUntrustedText(path))).toEqual(['dist/openapi.json'])
})

test('no choice is over the limit, and none could take one patch more', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 }), fc.nat(300), (sizes, limit) => {
      const all = Object.fromEntries(sizes.map((size, index) => [`${index}.ts`, size]))
      const { shown, patchLength } = choose(all, limit)
      expect(patchLength).toBeLessThanOrEqual(limit)
      const next = sizes.toSorted((a, b) => a - b)[shown.length]
      expect(patchLength + (next ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(limit)
    }),
  )
})
