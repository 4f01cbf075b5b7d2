import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readPicturedText } from '../world/demo/page.ts'

test('the demo keeps its claims, and the pictures show what it writes: run `node scripts/picture.ts`', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { FORCE_COLOR: _colors, ...env } = process.env
  // Claims that don't hold end it with another exit code, which rejects.
  const parameters = [resolve(import.meta.dirname, '../world/demo.ts'), '--output', folder]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, { env })
  expect([stderr, stdout.match(/^✔ .*/gmu)?.length]).toEqual(['', 7])

  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).not.toMatch(/<(script|img|link|iframe)\b|url\(https?:|@import/iu)
  const pictured: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/images/texts.json'), 'utf8'))
  const now = ['thread', 'page-views', 'outcomes'].map((id) => [id, readPicturedText(page, id)])
  expect(Object.fromEntries(now)).toEqual(pictured)
})
