import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './project-files.ts'

const committed = join(root, 'dist')
const fresh = mkdtempSync(join(tmpdir(), 'dist-'))

// In place: through a link to node_modules the bundles would name the folder that it leads to.
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.ts', fresh], { cwd: root, stdio: 'pipe' })
}, 120_000)

afterAll(() => rmSync(fresh, { recursive: true, force: true }))

function listFiles(folder: string): string[] {
  const paths = globSync('**/*', { cwd: folder }).toSorted()
  return paths.filter((path) => statSync(join(folder, path)).isFile())
}

test('dist is what src builds to: run `npm run build`', () => {
  expect(listFiles(committed)).toEqual(listFiles(fresh))
  const stale = listFiles(fresh).filter(
    (path) => !readFileSync(join(committed, path)).equals(readFileSync(join(fresh, path))),
  )
  expect(stale).toEqual([])
})

test('dist names no folder of a machine', () => {
  const folders = [`${root}/`, `${homedir()}/`].filter((folder) => folder.split('/').length > 3)
  const elsewhere = /MODULE: (?:\.\.\/|\/)|\/home\/runner\b|\/Users\/\w/
  const wrong = listFiles(committed).filter((path) => {
    const text = readFileSync(join(committed, path), 'utf8')
    return elsewhere.test(text) || folders.some((folder) => text.includes(folder))
  })
  expect(wrong).toEqual([])
})

test('dist has the lines that git would give it', () => {
  const wrong = listFiles(fresh).filter((path) => readFileSync(join(fresh, path)).includes('\r\n'))
  expect(wrong).toEqual([])
})

test('dist holds no package that is there for development only', () => {
  const licenses = listFiles(fresh).filter((path) => path.endsWith('licenses.txt'))
  expect(licenses.length).toBeGreaterThan(0)
  for (const path of licenses) {
    const names = readFileSync(join(fresh, path), 'utf8').match(/^(?:@[\w.-]+\/)?[\w.-]+$/gm) ?? []
    for (const name of ['emulate', 'vitest', 'typescript', 'fast-check', 'micromark'])
      expect(names).not.toContain(name)
  }
})
