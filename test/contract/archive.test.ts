import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { read, root } from './project-files.ts'

/** What a runner downloads for every run: the archive of what is staged, by the attributes that are there. */
function createArchive(): Buffer {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, maxBuffer: 2 ** 28 })
  return git('archive', '--worktree-attributes', git('write-tree').toString().trim())
}

test('the archive that a runner downloads is small', () => {
  expect(gzipSync(createArchive()).length).toBeLessThan(500_000)
})

test('the archive that a runner downloads holds what it needs', () => {
  const files = execFileSync('tar', ['-tf', '-'], { input: createArchive(), encoding: 'utf8' }).split('\n')
  for (const folder of ['', 'page-views/']) {
    const { runs } = parse(read(`${folder}action.yml`)) as { runs: { main: string; post?: string } }
    expect(files).toContain(`${folder}action.yml`)
    for (const script of [runs.main, runs.post ?? runs.main])
      expect(files).toContain(new URL(script, `file:///${folder}`).pathname.slice(1))
  }
  expect(files).toContain('LICENSE')
  expect(files.filter((path) => /^(?:src|test|bench|docs|scripts|\.github)\//.test(path))).toEqual([])
})
