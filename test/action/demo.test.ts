import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** The prompt is only text, whatever it contains. */
const hostilePrompt =
  'Document the configuration of retries. <script>alert(1)</script>\n<img src=x onerror=alert(2)> ##[error]no\n\u001b[31mred'

test('the demo runs to its end and writes a page, whatever the prompt is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { FORCE_COLOR: _colors, ...env } = process.env
  const demo = resolve(import.meta.dirname, '../world/demo.ts')
  // It takes about ten seconds, and longer on a busy machine; a demo without a pull request fails.
  const parameters = [demo, '--output', folder, '--', hostilePrompt]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, { env })
  const page = readFileSync(join(folder, 'index.html'), 'utf8')

  expect(stderr).toBe('')
  expect(stdout.match(/^✘.*/gm)).toBeNull()
  expect(stdout.match(/^\s*✔ .*/gm)?.length).toBeGreaterThanOrEqual(7)
  for (const part of [
    /^ada comments on issue #1: \/docs check$/m,
    /^ {2}✗ `api-key` is empty/m,
    /^ada comments on issue #2: \/docs Document/m,
    /Pull request: http:\/\/127\.0\.0\.1:\d+\/acme\/docs\/pull\/1/,
    /continues acme\/docs#1/,
    /\nfile:\/\/\S+\/index\.html\n$/,
  ]) {
    expect(stdout).toMatch(part)
  }
  expect(stdout).not.toContain('\u001b')
  for (const part of [
    /<h1>From a comment to a documentation pull request<\/h1>/,
    /The setup check passed/,
    /added a commit to <a href="#acme-docs-pull-1">acme\/docs#1<\/a>/,
    /`0` \| Calls that must not run twice/,
    /opened <a href="#acme-docs-pull-2">acme\/docs#2<\/a>/,
    /<pre class="prompt">[^<]*\+ {2}pauseMs: number/,
    /3 pull requests, \w{3} \d+.* \(/,
    /2 documentation pull requests were merged in acme\/docs, 1 of them without edits/,
  ]) {
    expect(page).toMatch(part)
  }
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect([...page.matchAll(/ href="#([^"]+)"/g)].filter(([, id]) => !ids.has(id))).toEqual([])
  expect(page).not.toMatch(/<(script|img|link|iframe)\b|url\(https?:|@import|onerror=alert\(2\)>/i)
})
