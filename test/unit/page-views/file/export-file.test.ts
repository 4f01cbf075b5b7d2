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
import { findExtension, isPortable, openExportFile } from '../../../../src/page-views/file/export-file.ts'

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

function open(file: string) {
  return openExportFile(workspace, file)
}

function read(path: string): string {
  return readFileSync(join(workspace, path), 'utf8')
}

test('an export file appears whole, with its folders, in place of an older file', async () => {
  writeFileSync(join(workspace, 'views.csv'), 'old')
  const file = await open('views.csv')
  await file.write('a\n')
  expect(read('views.csv')).toBe('old')
  await file.write('größe\n')
  expect(await file.keep()).toEqual({ path: 'views.csv', hasReplaced: true })
  expect(read('views.csv')).toBe('a\ngröße\n')

  const deep = await open('./a/b/../c/views.json')
  await deep.write('{}')
  expect(await deep.keep()).toEqual({ path: 'a/c/views.json', hasReplaced: false })
  expect(readdirSync(workspace)).toEqual(['a', 'views.csv'])
})

test('a partial result has a name of its own and leaves an older file alone', async () => {
  writeFileSync(join(workspace, 'views.v2.csv'), 'old')
  const file = await open('views.v2.csv')
  await file.write('part')
  expect(await file.keepPartial()).toEqual({ path: 'views.v2.partial.csv', hasReplaced: false })
  await file.discard()
  expect([read('views.v2.csv'), read('views.v2.partial.csv')]).toEqual(['old', 'part'])
  expect(readdirSync(workspace)).toHaveLength(2)
})

test('what a killed export has left is ignored, and another export to the same file disturbs nothing', async () => {
  writeFileSync(join(workspace, '.views.csv.tmp'), 'left behind')
  const [first, second] = [await open('views.csv'), await open('views.csv')]
  await first.write('first')
  await second.write('second')
  await second.keep()
  await first.keep()
  expect(read('views.csv')).toBe('first')
  expect(readdirSync(workspace)).toEqual(['.views.csv.tmp', 'views.csv'])
})

test('nothing is left of a discarded file', async () => {
  const file = await open('views.csv')
  await file.write('a')
  await file.discard()
  await file.discard()
  expect(readdirSync(workspace)).toEqual([])
})

test('an export file may have an absolute path in the workspace', async () => {
  const file = await open(join(workspace, 'a/views.csv'))
  expect(await file.keep()).toMatchObject({ path: 'a/views.csv' })
})

test.each([
  'link/views.csv',
  'link/new/views.csv',
  'relative-link/views.csv',
  'dangling/views.csv',
  'dangling/deep/views.csv',
])(
  'an export file behind a link to a folder outside is refused, and nothing is made there: %s',
  async (file) => {
    symlinkSync(outside, join(workspace, 'link'))
    symlinkSync('../outside', join(workspace, 'relative-link'))
    symlinkSync(join(outside, 'not-yet'), join(workspace, 'dangling'))
    await expect(open(file)).rejects.toMatchObject({ name: 'ExportFileError' })
    expect(readdirSync(outside)).toEqual([])
  },
)

test('a link in place of the file is replaced, not written through', async () => {
  writeFileSync(join(outside, 'victim.csv'), 'precious')
  symlinkSync(join(outside, 'victim.csv'), join(workspace, 'views.csv'))
  symlinkSync(join(outside, 'victim.csv'), join(workspace, 'views.partial.csv'))
  const whole = await open('views.csv')
  await whole.write('new')
  await whole.keep()
  const partial = await open('views.csv')
  await partial.write('part')
  await partial.keepPartial()
  expect([read('views.csv'), read('views.partial.csv')]).toEqual(['new', 'part'])
  expect(readFileSync(join(outside, 'victim.csv'), 'utf8')).toBe('precious')
})

test('an export file may be behind a link inside the workspace, and the workspace may be a link', async () => {
  mkdirSync(join(workspace, 'real'))
  symlinkSync('real', join(workspace, 'link'))
  symlinkSync(workspace, join(root, 'workspace-link'))
  const file = await openExportFile(join(root, 'workspace-link'), 'link/views.csv')
  expect(await file.keep()).toMatchObject({ path: 'link/views.csv' })
  expect(readdirSync(join(workspace, 'real'))).toEqual(['views.csv'])
})

test.each([
  ['a folder of that name', 'folder.csv', 'there is a folder of that name'],
  ['a folder in place of its partial result', 'views.csv', '`views.partial.csv`, and there is a folder'],
  ['a file on the way', 'file/views.csv', 'the system says'],
  ['a link to itself', 'loop/views.csv', 'ELOOP'],
  ['too long a name', `${'x'.repeat(300)}.csv`, 'ENAMETOOLONG'],
])("an export file that can't be made says what is wrong: %s", async (_name, file, words) => {
  mkdirSync(join(workspace, 'folder.csv'))
  mkdirSync(join(workspace, 'views.partial.csv'))
  writeFileSync(join(workspace, 'file'), '')
  symlinkSync('loop', join(workspace, 'loop'))
  await expect(open(file)).rejects.toMatchObject({
    name: 'ExportFileError',
    message: expect.stringMatching(new RegExp(`^Could not write \`${file}\`: .*${words}`)),
    hint: expect.stringMatching(/`file`/),
  })
})

test('the partial result of a previous export is removed on demand, and nothing else', async () => {
  for (const name of ['views.partial.csv', 'views.csv', 'other.partial.csv'])
    writeFileSync(join(workspace, name), '')
  const file = await open('views.csv')
  await file.keep()
  await file.removeOldPartial()
  await file.removeOldPartial()
  expect(readdirSync(workspace)).toEqual(['other.partial.csv', 'views.csv'])
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

test.each<[string, boolean]>([
  ['größe 1/views.csv', true],
  ...[...'\\\n\r\u2028\0\t'].map((character): [string, boolean] => [`a${character}b.csv`, false]),
])('the file %j has the same path on every system: %s', (file, expected) => {
  expect(isPortable(file)).toBe(expected)
})
