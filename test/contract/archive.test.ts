import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { root } from './project-files.ts'

test('the archive that a runner downloads for every run is small, and holds what it needs', () => {
  // Of what is staged, by the attributes that are there.
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, maxBuffer: 2 ** 28 })
  const archive = git('archive', '--worktree-attributes', git('write-tree').toString().trim())
  expect(gzipSync(archive).length).toBeLessThan(500_000)

  const files = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' }).split('\n')
  const scripts = ['agent-job/index.js', 'agent-job/post.js', 'page-views/index.js']
  for (const path of [
    'LICENSE',
    'action.yml',
    'page-views/action.yml',
    ...scripts.map((name) => `dist/${name}`),
  ])
    expect(files).toContain(path)
  expect(files.filter((path) => /^(?:src|test|bench|docs|scripts|\.github)\//.test(path))).toEqual([])
})
