import { expect, test } from 'vitest'
import type { Changes, Covered } from '../../../../src/agent-job/changes/changes.ts'
import type { Help } from '../../../../src/agent-job/request/command.ts'
import { renderProgress } from '../../../../src/agent-job/result/progress.ts'
import { renderAnswer, renderComment, renderHelp, renderSummary } from '../../../../src/agent-job/result/report.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { render, textOf } from '../../untrusted/rendering.ts'
import { asResult, CONTEXT, type LooseResult, pullRequest } from './report-context.ts'

const comment = (report: LooseResult) => render(String(renderComment(asResult(report), CONTEXT)))
const summary = (report: LooseResult, warnings: string[] = []) =>
  render(String(renderSummary(asResult(report), CONTEXT, warnings)))
const prompt = (text: string) => ({ text: untrustedText(text), removals: 0, gaps: [] })

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/gu)].map(([, href = '']) => href)
}

/** Expects that `html` has these parts, in this order. */
function expectOrder(html: string, parts: readonly string[]): void {
  const found = parts.filter((part) => html.includes(part))
  expect(found.sort((one, other) => html.indexOf(one) - html.indexOf(other))).toEqual(parts)
}

const RANGE = { base: 'a1b2c3d'.padEnd(40, '0'), head: 'e4f5a6b'.padEnd(40, '0') }
const LINK = `https://github.com/acme/app/compare/${RANGE.base}...${RANGE.head}`

function pull(number: number, more: object = {}): Changes['told'][number] {
  const url = untrustedText(`https://github.test/acme/app/pull/${number}`)
  const title = untrustedText('Do @ada | `it`')
  return { kind: 'pull request', number, title, url, labels: [], author: 'ada', ...more }
}

const COMMIT: Changes['told'][number] = { kind: 'commit', sha: 'c'.repeat(40), subject: untrustedText('Fix <it>') }

function cover(told: Changes['told'], more: Partial<Changes> = {}, facts: Partial<Covered> = {}): Covered {
  const nothing = { leftOut: [], unlistedCommits: 0, undecided: 0 }
  const changes = { range: RANGE, told, more: { pullRequests: 0, commits: 0 }, ...nothing, ...more }
  return { range: RANGE, changes, ...facts }
}

const read = (html: string) => textOf(html).replaceAll('\u2060', '')

test('what a prompt covers is a line, and each pull request and commit below it', () => {
  const rest: Partial<Changes> = {
    leftOut: [
      { reason: 'no-docs', count: 2 },
      { reason: 'paths', count: 1 },
    ],
    unlistedCommits: 1_200,
    times: ['2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z'],
  }
  const told = [pull(1, { url: untrustedText('javascript:alert(1)') }), pull(2, { author: undefined }), COMMIT]
  const covered = cover(told, rest, { reason: 'where the previous run ended' })
  const html = comment({ outcome: 'no-pull-request', covered })
  expect(read(html)).toContain(
    '2 pull requests and 1 commit, Nov 15–22 (a1b2c3d…e4f5a6b). Starts where the previous run ended. ' +
      'Left out: 2 by no-docs, 1 by paths. Not read: 1,200 older commits.',
  )
  expect(linksIn(html).slice(0, 2)).toEqual([LINK, 'https://github.test/acme/app/pull/2'])
  const lines = [...html.matchAll(/<li>(.*)<\/li>/gu)].map(([, line = '']) => read(line))
  expect(lines).toEqual(['#1 Do @ada | `it` by ada', '#2 Do @ada | `it`', 'ccccccc Fix <it>'])
})

test('a long list is folded, and says how many it leaves out', () => {
  const told = Array.from({ length: 50 }, (_, index) => pull(index + 1))
  const list = (...covered: Parameters<typeof cover>) =>
    comment({ outcome: 'no-pull-request', covered: cover(...covered) })
  const html = list(told, { more: { pullRequests: 10, commits: 1 } })
  const rest = 'Not listed: 10 more pull requests and 1 more commit.'
  expectOrder(html, ['60 pull requests and 1 commit', rest, 'The newest 50'])
  expect(html.match(/<li>/gu)).toHaveLength(50)
  expect(list(told.slice(0, 11))).toContain('All 11')
  expect(list(told.slice(0, 10))).not.toContain('All 10')
})

test('a range of releases is linked by their tags', () => {
  const range = { base: 'v1?#', head: 'docs/v2' }
  const html = comment({ outcome: 'no-pull-request', covered: { ...cover([COMMIT]), range } })
  expect(linksIn(html)[0]).toBe('https://github.com/acme/app/compare/v1%3F%23...docs/v2')
})

const job = { jobId: 'job-1', isFollowUp: false }
const AGAIN = /run with since: last-run includes these changes again\.$/u

test.each<[string, LooseResult, RegExp | undefined]>([
  ['completed', { outcome: 'no-pull-request', job }, /begins at e4f5a6b\.$/u],
  ['is active', { job }, /begins at e4f5a6b if the job completes\. Otherwise, it includes these changes again\.$/u],
  ["isn't known", {}, AGAIN],
  ['failed', { outcome: 'failed', job }, AGAIN],
  ['was archived', { outcome: 'archived', job }, AGAIN],
  ['is not remembered', { outcome: 'no-pull-request', job, isClaimed: false }, undefined],
  ['is about a push', { outcome: 'no-pull-request', job, covered: cover([pull(1)]) }, undefined],
])('a range of `since` whose job %s says where the next run begins', (_name, report, expected) => {
  const covered = cover([pull(1)], {}, { isLastRun: true })
  const html = comment({ outcome: 'error', isClaimed: true, covered, ...report })
  const [next] = /The next run.*/u.exec(textOf(html)) ?? []
  if (expected) expect(next).toMatch(expected)
  else expect(next).toBeUndefined()
})

test('of an earlier attempt, only the range is known', () => {
  const html = comment({ outcome: 'timed-out', job, covered: { range: RANGE } })
  expect(textOf(html)).toContain('Changes (a1b2c3d…e4f5a6b).')
})

test('a comment has what happened, what to do, what is missing, and folded details, in this order', () => {
  const failed = { technical: 'Could not create agent job.', detail: untrustedText('Invalid key') }
  const sent = { ...prompt(''), gaps: ["Couldn't read it."], removals: 1, note: 'No prompt.', changes: '14 patches' }
  const report = { outcome: 'error', cause: 'key-refused', ...failed, prompt: sent } as const
  expect(String(renderComment(asResult(report), { ...CONTEXT, hasDashboard: false }))).toMatchInlineSnapshot(`
    "### ⚠️ The service refused the API key

    The key is wrong, or has expired \\(by default after 90 days\\). Create an admin key with the \`write\` scope on the API keys page, and save it as the secret that \`api-key\` uses.

    Nothing was sent to the agent. Fix this, then re-run the job. If you can't fix this, ask a maintainer.

    The prompt is incomplete. Couldn't read it.

    No prompt.

    <details><summary>Technical details</summary>

    Could not create agent job.

    The service says: "Invalid key"

    </details>

    <sub>Requested by \`writer\` · Project \`acme-docs\` · In the prompt: 14 patches · 1 hidden passage removed · [Log](https://github.com/acme/app/actions/runs/42)</sub>"
  `)
})

test('the comment of a pull request has what to do next folded, and facts in one small line', () => {
  const page = { path: untrustedText('a.mdx'), status: 'added', additions: 3, deletions: 0 }
  const documentation = { state: 'open' as const, pages: [page], otherFileCount: 1 }
  const facts = { job: { ...job, prLink: pullRequest }, documentation, durationMs: 192_000, isClaimed: true }
  const sent = { ...prompt('Explain.'), removals: 2, changes: '14 patches (57,120 characters)' }
  const report = { outcome: 'pull-request', ...facts, prompt: sent, reportedIn: 'https://a.example/' } as const
  expect(String(renderComment(asResult(report), CONTEXT))).toMatchInlineSnapshot(`
    "### 🚀 The documentation pull request is ready

    **[acme/docs\\#⁠7](https://github.com/acme/docs/pull/7)**

    | Page | Lines |
    | :-- | --: |
    | \`a.mdx\` new | +3 −0 |

    Also changed 1 other file.

    <details><summary>What to do next</summary>

    Review it like any other pull request, and merge it when it's ready.

    To change it, comment \`/docs\` followed by what to change. The agent updates the pull request while it's open.

    </details>

    <sub>Requested by \`writer\` · Took 3m 12s · Project \`acme-docs\` · Job \`job-1\` · Sent to the agent: 14 patches \\(57,120 characters\\) · 2 hidden passages removed · [Log](https://github.com/acme/app/actions/runs/42)</sub>"
  `)
})

const LEAST = { ...CONTEXT, askedBy: undefined, projectId: '' }

test('a summary has what there is, and no more', () => {
  const least = asResult({ outcome: 'skipped', cause: 'comment-gone' })
  expect(String(renderSummary(least, LEAST))).toMatchInlineSnapshot(`
    "## ⏭️ A comment that this run needs was deleted

    <sub>[Log](https://github.com/acme/app/actions/runs/42)</sub>"
  `)
})

test('a summary links the comment, and has the warnings and what was sent', () => {
  const facts = { job, prompt: prompt('Explain.'), isClaimed: true, covered: cover([COMMIT]) }
  const report = asResult({ outcome: 'failed', ...facts, reportedIn: 'https://a.example/1' })
  expect(String(renderSummary(report, LEAST, ['No reaction:\nadd `issues: write`.']))).toMatchInlineSnapshot(`
    "## ❌ The job failed

    The agent couldn't recover from an error, and the service gives no reason. If every job fails, install [the service's GitHub app](https://www.mintlify.com/docs/deploy/github#install-the-github-app) on the documentation repository, and check the plan and its credits on [the usage page](https://app.mintlify.com/settings/organization/usage). Otherwise, look at the job in the dashboard, or start the workflow again with a more precise prompt.

    A re-run sends the same prompt again.

    [1 commit (a1b2c3d…e4f5a6b)](https://github.com/acme/app/compare/a1b2c3d000000000000000000000000000000000...e4f5a6b000000000000000000000000000000000).

    - ccccccc Fix &lt;it&gt;

    > ⚠️ No reaction: add \`issues: write\`.

    <details><summary>What was sent</summary>

    \`\`\`text
    Explain.
    \`\`\`

    </details>

    <sub>Job \`job-1\` · [Comment](https://a.example/1) · [Log](https://github.com/acme/app/actions/runs/42)</sub>"
  `)
  expect(linksIn(summary({ ...report, reportedIn: 'javascript:x' }))).not.toContain('javascript:x')
})

test('a check has a line for each thing, and its requests folded', () => {
  const checks = [
    { state: 'passed', text: 'The key has\nthe scope.' },
    { state: 'failed', text: 'Not found. Copy it from {keys}.', technical: 'It returned 404.' },
    { state: 'unknown', text: 'the plan.' },
  ] as const
  const known = { checks, prompt: { ...prompt('Explain.'), gaps: ['A gap.'] } }
  const report = asResult({ outcome: 'error', cause: 'check-failed', ...known })
  expect(String(renderSummary(report, { ...LEAST, hasDashboard: false }))).toMatchInlineSnapshot(`
    "## ⚠️ Setup check: 1 of 3 checks failed

    - ✓ The key has the scope.
    - ✗ Not found. Copy it from the API keys page.
    - ? Not checked: the plan.

    Nothing was sent to the agent. Fix these, then start the workflow again.

    <details><summary>Technical details</summary>

    It returned 404.

    </details>

    <details><summary>What would be sent</summary>

    \`\`\`text
    Explain.
    \`\`\`

    </details>

    <sub>[Log](https://github.com/acme/app/actions/runs/42)</sub>"
  `)
})

test('while the run works, its comment says what is true if nobody edits it again', () => {
  const previous = { url: pullRequest, state: 'open' } as const
  const waitingUntil = Date.UTC(2026, 10, 22, 13)
  const atWork = renderProgress({ state: 'job', job: { ...job, isFollowUp: true, previous }, waitingUntil }, CONTEXT)
  expect(String(atWork)).toMatchInlineSnapshot(`
    "### ⏳ The agent has received the prompt

    The service asked the action to wait until 13:00 UTC. The run continues then.

    The agent is updating [acme/docs\\#⁠7](https://github.com/acme/docs/pull/7).

    The run edits this comment when the job ends. If the run has ended, re-run it to see the result.

    <sub>Requested by \`writer\` · Project \`acme-docs\` · Job \`job-1\` · [Log](https://github.com/acme/app/actions/runs/42)</sub>"
  `)
})

test.each<[Help, RegExp]>([
  [{}, /^### 📖 How to request documentation\n\nStart a comment with `\/docs`/],
  [{ word: 'cancel' }, /^### 📖 `cancel` isn't a command\n\nNo job was started\. A prompt needs a few words\./],
  [{ option: untrustedText('-new') }, /^### 📖 `-new` isn't an option\n\nNo job was started\./],
])('the help for %j says why it is shown, in the comment and in the summary', (help, expected) => {
  const report = asResult({ outcome: 'skipped', help })
  const answer = String(renderAnswer(report, CONTEXT))
  expect(answer).toMatch(expected)
  expect(String(renderSummary(report, CONTEXT))).toContain(answer)
})

test('the help shows the command as it is set, and does not start a job itself', () => {
  for (const command of ['/docs', '!write', '.docs', '@bot', '`x`', '<b>']) {
    const source = String(renderHelp(command))
    expect(textOf(render(source)).replaceAll('\u2060', '')).toContain(command)
    for (const line of source.split('\n')) expect(line.trimStart().startsWith(command)).toBe(false)
  }
})
