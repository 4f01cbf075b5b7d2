import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** The prompt is only text, whatever it contains. */
const HOSTILE_PROMPT =
  'Document the configuration of retries. <script>alert(1)</script>\n<img src=x onerror=alert(2)> ##[error]no\n\u001b[31mred'

test('the demo runs to its end and writes a page, whatever the prompt is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { FORCE_COLOR: _colors, ...env } = process.env
  const parameters = [resolve(import.meta.dirname, '../world/demo.ts'), '--output', folder, '--', HOSTILE_PROMPT]
  // A demo whose claims don't hold ends with another exit code, and rejects.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, { env })
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(stderr).toBe('')
  expect(stdout.match(/^✔ .*/gmu)?.length).toBe(7)
  expect(stdout).toMatch(/^ada comments on issue #1: \/docs Document/mu)
  expect(stdout).not.toContain('\u001b')
  expect(page).toContain('The documentation pull request was updated')
  expect(page).not.toMatch(/<(script|img|link|iframe)\b|url\(https?:|@import|onerror=alert\(2\)>/iu)
})
