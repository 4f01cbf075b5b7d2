import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findExtension, findPathRule, openExportFile } from '../../../../src/page-views/file/export-file.ts'

const pauses: number[] = []
const sleep = async (ms: number) => void pauses.push(ms)

let root = ''
let workspace = ''
let outside = ''

beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'export-file-'))
  workspace = join(root, 'workspace')
  outside = join(root, 'outside')
  for (const folder of [workspace, outside]) fs.mkdirSync(folder)
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  fs.rmSync(root, { recursive: true })
})

/** Writes a text to a file, and keeps it. */
async function save(path: string, text: string, end: 'keep' | 'keepPartial' = 'keep') {
  const file = await openExportFile(workspace, path, sleep)
  await file.write(text)
  return await file[end]()
}

function put(path: string, text = ''): void {
  fs.writeFileSync(join(workspace, path), text)
}

function link(path: string, target: string): void {
  fs.symlinkSync(target, join(workspace, path))
}

function read(path: string): string {
  return fs.readFileSync(join(workspace, path), 'utf8')
}

test('an export file appears whole, and replaces an older one', async () => {
  put('views.csv', 'old')
  const file = await openExportFile(workspace, 'views.csv', sleep)
  await file.write('a\n')
  expect(read('views.csv')).toBe('old')
  await file.write('größe\n')
  expect(await file.keep()).toBe('views.csv')
  expect(read('views.csv')).toBe('a\ngröße\n')
})

test('an export file is created with its folders, and may have an absolute path', async () => {
  expect(await save('./a/b/../c/views.json', '{}')).toBe('a/c/views.json')
  expect(await save(join(workspace, 'a/views.csv'), '')).toBe('a/views.csv')
  expect(fs.readdirSync(join(workspace, 'a'))).toEqual(['c', 'views.csv'])
})

test('an export file may have as long a name as has room for a partial result', async () => {
  const name = 'v'.repeat(255 - '.partial.csv'.length)
  expect(await save(`${name}.csv`, '', 'keepPartial')).toBe(`${name}.partial.csv`)
  await expect(openExportFile(workspace, `${name}v.csv`, sleep)).rejects.toThrow('ENAMETOOLONG')
})

test('a partial result has its own name, and leaves an older file unchanged', async () => {
  put('views.v2.csv', 'old')
  expect(await save('views.v2.csv', 'part', 'keepPartial')).toBe('views.v2.partial.csv')
  expect([read('views.v2.csv'), read('views.v2.partial.csv')]).toEqual(['old', 'part'])
  expect(fs.readdirSync(workspace)).toHaveLength(2)
})

test("a discarded file leaves nothing, and a kept file isn't discarded", async () => {
  const file = await openExportFile(workspace, 'views.csv', sleep)
  await file.write('a')
  await file.discard()
  await file.discard()
  expect(fs.readdirSync(workspace)).toEqual([])
  const partial = await openExportFile(workspace, 'views.csv', sleep)
  await partial.keepPartial()
  await partial.discard()
  expect(fs.readdirSync(workspace)).toEqual(['views.partial.csv'])
})

test.each(['link/views.csv', 'relative-link/views.csv', 'dangling/deep/views.csv'])(
  'an export file behind a link to a folder outside is refused, and nothing is created: %s',
  async (file) => {
    link('link', outside)
    link('relative-link', '../outside')
    link('dangling', join(outside, 'not-yet'))
    await expect(openExportFile(workspace, file, sleep)).rejects.toMatchObject({ name: 'ExportFileError' })
    expect(fs.readdirSync(outside)).toEqual([])
  },
)

test('a link that appears after the first look is refused, and nothing is written behind it', async () => {
  const { mkdir } = promises
  vi.spyOn(promises, 'mkdir').mockImplementation((path, options) => {
    link('late', outside)
    return mkdir(path, options)
  })
  syncBuiltinESMExports()
  await expect(openExportFile(workspace, 'late/views.csv', sleep)).rejects.toMatchObject({ name: 'ExportFileError' })
  expect(fs.readdirSync(outside)).toEqual([])
})

test('what a full disk took of a row is cut off', async () => {
  const file = await openExportFile(workspace, 'views.csv', sleep)
  await file.write('/whole,1\n')
  const handle = await promises.open(join(workspace, 'other'), 'w')
  const writing = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile')
  await handle.close()
  writing.mockImplementationOnce(async function (this: fs.promises.FileHandle) {
    fs.writeSync(this.fd, '/to')
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  })
  await expect(file.write('/torn,2\n')).rejects.toMatchObject({ message: expect.stringContaining('ENOSPC') })
  await file.write('end\n')
  await file.keepPartial()
  expect(read('views.partial.csv')).toBe('/whole,1\nend\n')
})

test('a link in place of the file is replaced, and its target stays unchanged', async () => {
  const victim = join(outside, 'victim.csv')
  fs.writeFileSync(victim, 'precious')
  link('views.csv', victim)
  link('views.partial.csv', victim)
  await save('views.csv', 'new')
  await save('views.csv', 'part', 'keepPartial')
  expect([read('views.csv'), read('views.partial.csv')]).toEqual(['new', 'part'])
  expect(fs.readFileSync(victim, 'utf8')).toBe('precious')
})

test('the workspace may be a link', async () => {
  fs.symlinkSync(workspace, join(root, 'workspace-link'))
  const file = await openExportFile(join(root, 'workspace-link'), 'new/views.csv', sleep)
  expect(await file.keep()).toBe('new/views.csv')
  expect(fs.readdirSync(join(workspace, 'new'))).toEqual(['views.csv'])
})

test.each([
  ['a folder of that name', 'folder.csv', 'a folder has that name'],
  ['a folder in place of its partial result', 'views.csv', '`views.partial.csv` is a folder, so a partial result'],
  ['a file on the way', 'file/views.csv', 'the system reports'],
  ['a link on the way, even to a folder inside', 'inside/views.csv', 'its path contains a symbolic link'],
  ['too long a name', `${'x'.repeat(300)}.csv`, 'ENAMETOOLONG'],
])("an export file that can't be created explains why: %s", async (_name, file, words) => {
  for (const folder of ['folder.csv', 'views.partial.csv']) fs.mkdirSync(join(workspace, folder))
  put('file')
  link('inside', 'folder.csv')
  await expect(openExportFile(workspace, file, sleep)).rejects.toMatchObject({
    name: 'ExportFileError',
    message: expect.stringMatching(new RegExp(`^Couldn't write \`${file}\`: .*${words}`)),
    hint: expect.stringMatching(/`file`/),
  })
})

test.each([
  ['EPERM', 3, 'kept', [100, 400, 1600]],
  ['EBUSY', 1, 'kept', [100]],
  ['EBUSY', 4, 'the system reports EBUSY', [100, 400, 1600]],
  ['EACCES', 1, 'the system reports EACCES', []],
])('a file that another program has open is renamed again: %s, %d times', async (code, times, end, waits) => {
  pauses.length = 0
  const file = await openExportFile(workspace, 'views.csv', sleep)
  const busy = vi.spyOn(promises, 'rename')
  for (let left = times; left > 0; left -= 1) busy.mockRejectedValueOnce(Object.assign(new Error(code), { code }))
  syncBuiltinESMExports()
  const kept = await file.keep().then(
    () => 'kept',
    (error: Error) => error.message,
  )
  expect([kept, pauses]).toEqual([expect.stringContaining(end), waits])
})

test('the format of a file is its extension', () => {
  expect(['a.csv', 'a.b.JSON', 'a.ndjson', '.csv'].map(findExtension)).toEqual(['.csv', '.json', '.ndjson', undefined])
})

type Row = [file: string, linux: string | undefined, windows: string | undefined]

test.each<Row>([
  ['größe 1/views.csv', undefined, undefined],
  ['C:/out/views.csv', undefined, undefined],
  ['a\\b.csv', 'a path with `/`', undefined],
  ...[...'\n\r\u2028\0\t'].map((each): Row => [`a${each}b.csv`, 'a path with `/`', 'a path with `/`']),
  ...[...'<>:"|?*'].map((each): Row => [`a${each}b.csv`, undefined, `a name without \`${each}\``]),
  ['s3://bucket/views.csv', 'not a URL', 'not a URL'],
])('the file %j: on Linux the rule is %j, and on Windows %j', (file, linux, windows) => {
  const allowed = (words: string | undefined) => words && expect.stringContaining(words)
  expect(findPathRule(file, '/')).toEqual(allowed(linux))
  expect(findPathRule(file, '\\')).toEqual(allowed(windows))
})
