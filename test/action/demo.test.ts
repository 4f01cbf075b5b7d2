import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const demo = resolve(import.meta.dirname, '../world/demo.ts')
/** It takes about ten seconds; the rest is for machines that run a whole suite beside it. */
const budgetMs = 100_000
const withinBudget = { timeout: budgetMs + 10_000 }

interface Told {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs the demo as a person does. */
function start(...parameters: string[]): Promise<Told> {
  const { FORCE_COLOR: _colors, ...env } = process.env
  return new Promise((resolve) => {
    const options = { timeout: budgetMs, env }
    execFile(process.execPath, [demo, ...parameters], options, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** The same, but into a folder of its own. */
async function tell(...prompt: string[]): Promise<Told & { page: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  try {
    const told = await start('--output', folder, '--', ...prompt)
    return { ...told, page: await readFile(join(folder, 'index.html'), 'utf8').catch(() => '') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A prompt of one's own is text, whatever it looks like. */
const hostilePrompt =
  'Document the configuration of retries. <script>alert(1)</script>\n<img src=x onerror=alert(2)> ##[error]no\n\u001b[31mred'

test.concurrent(
  'the demo shows the loop to its end, and writes a page, whatever it is asked',
  withinBudget,
  async () => {
    const { exitCode, stdout, stderr, page } = await tell(hostilePrompt)

    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
    for (const part of [
      /^ada comments on issue #1: \/docs Document/m,
      /Pull request: http:\/\/127\.0\.0\.1:\d+\/acme\/docs\/pull\/1/,
      /continues acme\/docs#1/,
      /✔ The pull request is there/,
      /✔ The second command added a commit to the same pull request/,
      /✔ The patch of the merge is in the prompt/,
      /✔ The merges of the week went to one job/,
      /✔ All rows are exported/,
      /✔ The report says that one of three pull requests was merged/,
      /\nfile:\/\/\S+\/index\.html\n$/,
    ]) {
      expect(stdout).toMatch(part)
    }
    expect(stdout).not.toContain('\u001b')
    for (const part of [
      /added a commit to <a href="#pull-request">acme\/docs#1<\/a>/,
      /<li>Document configuration of retries<\/li><li>Document configuration of timeouts<\/li>/,
      /`0` \| The call must not happen twice/,
      /Merged<\/span>/,
      /opened <a href="#merge-pull-request">acme\/docs#2<\/a>/,
      /<pre class="prompt">[^<]*\+ {2}pauseMs: number/,
      /3 pull requests, \d+.* \w{3} \(/,
      /<svg class="pie"/,
      /<polyline points/,
      /1 of 1 documentation pull request was merged, as written; within 8 days\./,
    ]) {
      expect(page).toMatch(part)
    }
    expect(page).not.toMatch(/<(script|img|link|iframe)\b|url\(https?:|@import|onerror=alert\(2\)>/i)
  },
)

test.concurrent('without a pull request, the demo says so and fails', withinBudget, async () => {
  const { exitCode, stdout, page } = await tell('help')

  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/✘ The run ended with the outcome "skipped"/)
  expect(page).toContain('How to request documentation')
})
