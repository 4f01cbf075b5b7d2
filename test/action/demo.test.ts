import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readPicturedText } from '../world/demo/page.ts'

/** The prompt is only text, whatever it contains. */
const HOSTILE_PROMPT =
  'Document the configuration of retries. <script>alert(1)</script>\n<img src=x onerror=alert(2)> ##[error]no\n\u001b[31mred'

/** Plays the demo. One whose claims don't hold ends with another exit code, and rejects. */
async function playDemo(...prompt: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { FORCE_COLOR: _colors, ...env } = process.env
  const parameters = [resolve(import.meta.dirname, '../world/demo.ts'), '--output', folder, '--', ...prompt]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, { env })
  return { stdout, stderr, page: readFileSync(join(folder, 'index.html'), 'utf8') }
}

test('the demo runs to its end and writes a page, whatever the prompt is', async () => {
  const { stdout, stderr, page } = await playDemo(HOSTILE_PROMPT)
  expect(stderr).toBe('')
  expect(stdout.match(/^✔ .*/gmu)?.length).toBe(7)
  expect(stdout).toMatch(/^ada comments on issue #1: \/docs Document/mu)
  expect(stdout).not.toContain('\u001b')
  expect(page).toContain('The documentation pull request was updated')
  expect(page).not.toMatch(/<(script|img|link|iframe)\b|url\(https?:|@import|onerror=alert\(2\)>/iu)
})

test('the pictures in the pages show what the actions write: run `node scripts/picture.ts`', async () => {
  const { page } = await playDemo()
  const pictured: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/images/texts.json'), 'utf8'))
  const now = ['thread', 'page-views', 'outcomes'].map((id) => [id, readPicturedText(page, id)])
  expect(Object.fromEntries(now)).toEqual(pictured)
})
