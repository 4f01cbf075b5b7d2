import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findFiles, read, root } from './project-files.ts'

test('the archive that a runner downloads for every run is small, and holds what it needs', () => {
  // Of what is staged, by the attributes that are there.
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, maxBuffer: 2 ** 28 })
  const archive = git('archive', '--worktree-attributes', git('write-tree').toString().trim())
  expect(gzipSync(archive).length).toBeLessThan(500_000)

  const files = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' }).split('\n')
  const needed = ['LICENSE', ...findFiles('{,*/}action.yml'), ...findFiles('dist/**/*.js')]
  const started = findFiles('{,*/}action.yml').flatMap((path) => {
    const { main, post = main } = parse(read(path)).runs
    return [main, post].map((script) => join(dirname(path), script))
  })
  expect(needed).toEqual(expect.arrayContaining(started))
  expect(files).toEqual(expect.arrayContaining(needed))
  expect(files.filter((path) => /^(?:src|test|bench|docs|scripts|\.github)\//.test(path))).toEqual([])
})
