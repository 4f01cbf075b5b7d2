import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const demo = resolve(import.meta.dirname, '../world/demo.ts')
/** It takes four seconds; the rest is for machines that run a whole suite beside it. */
const budgetMs = 25_000

interface Told {
  exitCode: number
  stdout: string
  stderr: string
  page: string
}

/** Runs the demo as a person does, but into a folder of its own. */
async function tell(...parameters: string[]): Promise<Told> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const { FORCE_COLOR: _colors, ...environment } = process.env
  try {
    const told = await new Promise<Omit<Told, 'page'>>((resolve) => {
      execFile(
        process.execPath,
        [demo, '--output', folder, '--', ...parameters],
        { timeout: budgetMs, env: environment },
        (error, stdout, stderr) =>
          resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
    })
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '')
    return { ...told, page }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test.concurrent('the demo shows the loop to its end, in a terminal and on a page', async () => {
  const { exitCode, stdout, stderr, page } = await tell()

  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
  for (const part of [
    /ada\n/,
    /agent +opens pull request acme\/docs#1/,
    /prLink +http:\/\/127\.0\.0\.1:\d+\/acme\/docs\/pull\/1/,
    /✔ The pull request is there/,
    /✔ The patch of the merge is in the prompt/,
    /✔ All 4000 rows are exported/,
  ]) {
    expect(stdout).toMatch(part)
  }
  // No colours without a terminal, and nothing wider than one without a size.
  expect(stdout).not.toContain('\u001b')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(page).toContain('<svg viewBox="0 0 560 340"')
  expect(page).not.toMatch(/<(script|img|link|iframe)\b|url\(https?:|@import/i)
})

test.concurrent('a prompt of one\u2019s own may be hostile, and is text all the same', async () => {
  const prompt = 'Document <script>alert(1)</script>\n<img src=x onerror=alert(2)> ##[error]no\n\u001b[31mred'
  const { exitCode, stdout, page } = await tell(prompt)

  expect(exitCode).toBe(0)
  expect(stdout).not.toContain('\u001b')
  expect(page).not.toMatch(/<script|<img|onerror=alert\(2\)>/i)
  expect(page).toContain('Document')
})

test.concurrent('without a pull request, the demo says so and fails', async () => {
  const { exitCode, stdout, page } = await tell('help')

  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/✘ The run ended with the outcome "skipped"/)
  expect(page).toContain('How to ask for documentation')
})

test.concurrent('an option that is not there is told without a stack trace', async () => {
  const { exitCode, stderr } = await new Promise<Omit<Told, 'page'>>((resolve) => {
    execFile(process.execPath, [demo, '--colour'], (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
  expect(exitCode).toBe(1)
  expect(stderr).toContain("Unknown option '--colour'")
  expect(stderr).not.toMatch(/^\s+at /m)
})
