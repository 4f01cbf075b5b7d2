import fs from 'node:fs'
import promises from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { namePartial, openWorkspaceFile } from '../../../src/page-views/file.ts'

let root = ''
let workspace = ''
let outside = ''

beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'workspace-file-'))
  workspace = join(root, 'workspace')
  outside = join(root, 'outside')
  for (const folder of [workspace, outside]) fs.mkdirSync(folder)
})

afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(root, { recursive: true })
})

const open = (path: string) => openWorkspaceFile(workspace, path)

function read(path: string): string {
  return fs.readFileSync(join(workspace, path), 'utf8')
}

test('a file appears whole, with its folders, and replaces an older one; one that is discarded leaves nothing', async () => {
  fs.mkdirSync(join(workspace, 'a'))
  fs.writeFileSync(join(workspace, 'a/views.csv'), 'old')
  const file = await open('./a/b/../views.csv')
  await file.write('a\n')
  expect(read('a/views.csv')).toBe('old')
  await file.write('größe\n')
  expect(await file.keepAs('views.csv')).toBe('a/views.csv')
  await file.discard()
  const other = await open(join(workspace, 'views.csv'))
  await other.write('x')
  await other.discard()
  expect([read('a/views.csv'), fs.readdirSync(workspace)]).toEqual(['a\ngröße\n', ['a']])
})

test.each([
  ['link/views.csv', 'contains a symbolic link'],
  ['dangling/deep/views.csv', 'contains a symbolic link'],
  ['inside/views.csv', 'contains a symbolic link'],
  ['../outside/views.csv', 'leads outside of the workspace'],
  ['file/views.csv', 'a file where a folder is needed'],
  ['file/a/views.csv', 'not a directory'],
])(
  'a way that is a link, a file, or out of the workspace is refused, and nothing is created: %s',
  async (path, why) => {
    fs.symlinkSync(outside, join(workspace, 'link'))
    fs.symlinkSync(join(outside, 'not-yet'), join(workspace, 'dangling'))
    fs.symlinkSync('.', join(workspace, 'inside'))
    fs.writeFileSync(join(workspace, 'file'), '')
    const hint = expect.stringContaining('`file`')
    await expect(open(path)).rejects.toMatchObject({ message: expect.stringContaining(why), hint })
    expect(fs.readdirSync(outside)).toEqual([])
  },
)

test('a link in place of the file is replaced, not followed; the workspace may be a link', async () => {
  const victim = join(outside, 'victim.csv')
  fs.writeFileSync(victim, 'precious')
  fs.symlinkSync(victim, join(workspace, 'views.csv'))
  fs.symlinkSync(workspace, join(root, 'workspace-link'))
  const file = await openWorkspaceFile(join(root, 'workspace-link'), 'views.csv')
  await file.write('new')
  expect(await file.keepAs('views.csv')).toBe('views.csv')
  expect([read('views.csv'), fs.readFileSync(victim, 'utf8')]).toEqual(['new', 'precious'])
})

test('what a full disk took of a row is cut off, and the rows before it can be kept', async () => {
  const file = await open('views.csv')
  await file.write('/whole,1\n')
  const handle = await promises.open(join(workspace, 'other'), 'w')
  const writing = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile')
  await handle.close()
  writing.mockImplementationOnce(async function (this: fs.promises.FileHandle) {
    fs.writeSync(this.fd, '/to')
    throw Object.assign(new Error('full'), { errno: -constants.errno.ENOSPC })
  })
  await expect(file.write('/torn,2\n')).rejects.toThrow('no space left on device')
  expect(await file.keepAs(namePartial('a/views.csv'))).toBe('views.partial.csv')
  expect(read('views.partial.csv')).toBe('/whole,1\n')
})
