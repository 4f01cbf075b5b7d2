import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameTemporaryFile, removeAbandonedFiles } from '../../../../src/page-views/file/temporary-file.ts'

const NOW_MS = Date.now()
const DAY_MS = 24 * 60 * 60_000
/** Higher than any process id of Linux, macOS or Windows in use. */
const NO_PROCESS = '2147483646'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-file-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function add(name: string, ageMs = 0): string {
  const path = join(folder, name)
  writeFileSync(path, 'rows')
  utimesSync(path, new Date(NOW_MS - ageMs), new Date(NOW_MS - ageMs))
  return name
}

async function clean(name = 'views.csv'): Promise<string[]> {
  await removeAbandonedFiles(folder, name, NOW_MS)
  return readdirSync(folder)
}

test('a file whose process is gone is removed', async () => {
  const name = await nameTemporaryFile('views.csv')
  add(name.replace(`-${process.pid}-`, `-${NO_PROCESS}-`))
  expect(await clean()).toEqual([])
})

test('a file whose process runs stays: another export writes it', async () => {
  const name = add(await nameTemporaryFile('views.csv'))
  expect(await clean()).toEqual([name])
})

test('a file from another machine stays until nobody has written to it for days', async () => {
  const name = (await nameTemporaryFile('views.csv'))
    .replace(/\.[\da-f]{12}-/, '.000000000000-')
    .replace(`-${process.pid}-`, `-${NO_PROCESS}-`)
  add(name, 4 * DAY_MS)
  expect(await clean()).toEqual([name])
  add(name, 6 * DAY_MS)
  expect(await clean()).toEqual([])
})

test('what is not a temporary file of this target stays', async () => {
  const other = (await nameTemporaryFile('other.csv')).replace(`-${process.pid}-`, `-${NO_PROCESS}-`)
  const link = (await nameTemporaryFile('views.csv')).replace(`-${process.pid}-`, `-${NO_PROCESS}-`)
  const names = [other, '.views.csv.tmp', '.views.csv.backup-1-x.tmp', 'views.csv']
  for (const name of names) add(name, 30 * DAY_MS)
  symlinkSync('views.csv', join(folder, link))
  expect(await clean()).toEqual([...names, link].toSorted())
})
