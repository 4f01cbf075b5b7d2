import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findFiles, root } from './project-files.ts'

test('the archive that a runner downloads for every run is small, and holds what it needs', () => {
  // Of what is staged, by the attributes that are there.
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, maxBuffer: 2 ** 28 })
  const archive = git('archive', '--worktree-attributes', git('write-tree').toString().trim())
  expect(gzipSync(archive).length).toBeLessThan(500_000)

  const files = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' }).split('\n')
  const needed = ['LICENSE', ...findFiles('{,*/}action.yml'), ...findFiles('dist/**/*.js')]
  expect(needed).toEqual(
    expect.arrayContaining(['action.yml', 'page-views/action.yml', 'outcomes/action.yml', 'dist/agent-job/post.js']),
  )
  expect(files).toEqual(expect.arrayContaining(needed))
  expect(files.filter((path) => /^(?:src|test|bench|docs|scripts|\.github)\//.test(path))).toEqual([])
})
