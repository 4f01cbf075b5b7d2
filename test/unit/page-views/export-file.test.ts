import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findExtension, isInside, openExportFile } from '../../../src/page-views/export-file.ts'

let root = ''
let workspace = ''
let outside = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'export-file-'))
  workspace = join(root, 'workspace')
  outside = join(root, 'outside')
  mkdirSync(workspace)
  mkdirSync(outside)
})

afterEach(() => rmSync(root, { recursive: true }))

function read(path: string): string {
  return readFileSync(join(workspace, path), 'utf8')
}

test('appears whole, with its folders, in place of an older file', async () => {
  writeFileSync(join(workspace, 'views.csv'), 'old')
  const file = await openExportFile(workspace, 'views.csv')
  await file.write('a\n')
  expect(read('views.csv')).toBe('old')
  await file.write('größe\n')
  expect(await file.keep()).toBe('views.csv')
  expect(read('views.csv')).toBe('a\ngröße\n')

  const deep = await openExportFile(workspace, './a/b/../c/views.json')
  await deep.write('{}')
  expect(await deep.keep()).toBe('a/c/views.json')
  expect(readdirSync(workspace)).toEqual(['a', 'views.csv'])
})

test('a partial result has a name of its own and leaves an older file alone', async () => {
  writeFileSync(join(workspace, 'views.v2.csv'), 'old')
  const file = await openExportFile(workspace, 'views.v2.csv')
  await file.write('part')
  expect(await file.keepPartial()).toBe('views.v2.partial.csv')
  await file.discard()
  expect([read('views.v2.csv'), read('views.v2.partial.csv')]).toEqual(['old', 'part'])
  expect(readdirSync(workspace)).toHaveLength(2)
})

test('nothing is left of a discarded file', async () => {
  const file = await openExportFile(workspace, 'views.csv')
  await file.write('a')
  await file.discard()
  await file.discard()
  expect(readdirSync(workspace)).toEqual([])
})

test('an absolute path in the workspace will do', async () => {
  const file = await openExportFile(workspace, join(workspace, 'a/views.csv'))
  expect(await file.keep()).toBe('a/views.csv')
})

test('a link to a folder outside is refused, and nothing is made there', async () => {
  symlinkSync(outside, join(workspace, 'link'))
  symlinkSync('../outside', join(workspace, 'relative-link'))
  for (const file of ['link/views.csv', 'link/new/views.csv', 'relative-link/views.csv'])
    await expect(openExportFile(workspace, file)).rejects.toMatchObject({
      name: 'ExportFileError',
      message: expect.stringContaining('a link leads out of the workspace'),
    })
  expect(readdirSync(outside)).toEqual([])
})

test('a link that leads nowhere is refused', async () => {
  symlinkSync(join(outside, 'not-yet'), join(workspace, 'link'))
  await expect(openExportFile(workspace, 'link/views.csv')).rejects.toMatchObject({ name: 'ExportFileError' })
  await expect(openExportFile(workspace, 'link/deep/views.csv')).rejects.toMatchObject({
    name: 'ExportFileError',
  })
  expect(readdirSync(outside)).toEqual([])
})

test('a link in place of the file is replaced, not written through', async () => {
  writeFileSync(join(outside, 'victim.csv'), 'precious')
  symlinkSync(join(outside, 'victim.csv'), join(workspace, 'views.csv'))
  symlinkSync(join(outside, 'victim.csv'), join(workspace, 'views.partial.csv'))
  const whole = await openExportFile(workspace, 'views.csv')
  await whole.write('new')
  await whole.keep()
  const partial = await openExportFile(workspace, 'views.csv')
  await partial.write('part')
  await partial.keepPartial()
  expect([read('views.csv'), read('views.partial.csv')]).toEqual(['new', 'part'])
  expect(readFileSync(join(outside, 'victim.csv'), 'utf8')).toBe('precious')
})

test('a link inside the workspace, and a workspace that is a link itself, are fine', async () => {
  mkdirSync(join(workspace, 'real'))
  symlinkSync('real', join(workspace, 'link'))
  symlinkSync(workspace, join(root, 'workspace-link'))
  const file = await openExportFile(join(root, 'workspace-link'), 'link/views.csv')
  expect(await file.keep()).toBe('link/views.csv')
  expect(readdirSync(join(workspace, 'real'))).toEqual(['views.csv'])
})

test.each([
  ['a folder of that name', 'folder.csv', 'there is a folder of that name'],
  ['a file on the way', 'file/views.csv', 'the system says'],
  ['a link to itself', 'loop/views.csv', 'ELOOP'],
  ['too long a name', `${'x'.repeat(300)}.csv`, 'ENAMETOOLONG'],
])('says what is wrong: %s', async (_name, file, words) => {
  mkdirSync(join(workspace, 'folder.csv'))
  writeFileSync(join(workspace, 'file'), '')
  symlinkSync('loop', join(workspace, 'loop'))
  await expect(openExportFile(workspace, file)).rejects.toMatchObject({
    name: 'ExportFileError',
    message: expect.stringMatching(new RegExp(`^Could not write \`${file}\`: .*${words}`)),
    hint: expect.stringMatching(/`file`/),
  })
})

test.each([
  ['a.csv', true],
  ['./a/b.csv', true],
  ['a/../b.csv', true],
  ['..a/b.csv', true],
  ['/workspace/a.csv', true],
  ['../a.csv', false],
  ['a/../../a.csv', false],
  ['/etc/a.csv', false],
  ['/workspace2/a.csv', false],
  ['..', false],
  ['.', false],
])('%s is inside: %s', (file, expected) => {
  expect(isInside('/workspace', file)).toBe(expected)
})

test.each([
  ['a.csv', '.csv'],
  ['a.b.JSON', '.json'],
  ['a.ndjson', '.ndjson'],
  ['a.jsonl', undefined],
  ['csv', undefined],
  ['.csv', undefined],
])('the format of %s is %s', (file, extension) => {
  expect(findExtension(file)).toBe(extension)
})
