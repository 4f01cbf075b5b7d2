import { expect, test, vi } from 'vitest'
import type { ClaimComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import type { TriggerComment } from '../../../../src/agent-job/request/trigger.ts'
import { publishResult } from '../../../../src/agent-job/result/publish.ts'
import type { RunResult } from '../../../../src/agent-job/result/run-result.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { collectWarnings } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const failGitHub = (operation: string, status = 403) =>
  new GitHubError(operation, { status, answer: `it answered ${status}`, hint: `Do ${status}.` })

/** Publishes a result; GitHub and the summary fail as `failures` say. Tells what was written, in order. */
async function publish(
  result: Partial<RunResult> & Pick<RunResult, 'outcome'>,
  failures: { edit?: Error; react?: Error; summary?: Error } = {},
  { isFoundByEdit = false } = {},
) {
  const written: string[] = []
  const lines: string[] = []
  const keep = (level: string) => (title: string, text: string) => lines.push(`${level}: ${title}: ${text}`)
  const warnings = collectWarnings({
    info: (text) => lines.push(text),
    debug: (text) => lines.push(`debug: ${text}`),
    notice: keep('notice'),
    warning: keep('warning'),
    error: keep('error'),
    group: async (_title, body) => await body(),
  })
  const write = (what: string, failure: Error | undefined) => {
    if (failure !== undefined) throw failure
    written.push(what)
  }
  const edit = vi.fn(async () => write('comment', failures.edit))
  const found = { url: 'https://github.com/acme/app/issues/1#issuecomment-2' }
  const comment = {
    get current() {
      return isFoundByEdit && edit.mock.calls.length === 0 ? undefined : found
    },
    edit,
  } as unknown as ClaimComment
  const outputs: Record<string, string> = {}
  let summary = ''
  const isWritten = await publishResult(
    { isClaimed: true, durationMs: 0, ...result },
    {
      runner: { fail: keep('error') },
      warnings,
      outputs: {
        set(name, value) {
          outputs[name] = value
          if (name === 'outcome') written.push(`output ${value}`)
        },
      },
      writeSummary: async (content) => {
        summary = String(content)
        write('summary', failures.summary)
      },
      failOn: ['failed'],
      context: {
        askedBy: 'writer',
        runUrl: new URL('https://github.com/acme/app/actions/runs/42'),
        command: '/docs',
        hasDashboard: true,
        isAttached: false,
        followUp: 'auto',
      },
      comment,
      react: {
        github: { react: async (_trigger, content) => write(content, failures.react) as never },
        trigger: {} as TriggerComment,
      },
    },
  )
  return { written, lines, summary, isWritten, edit, outputs }
}

test('the outputs come first, the summary last', async () => {
  const { written } = await publish({ outcome: 'pull-request', jobId: 'job-1' })
  expect(written[0]).toBe('output pull-request')
  expect(written.slice(1, 3).sort()).toEqual(['comment', 'rocket'])
  expect(written[3]).toBe('summary')
})

test('a comment that only the edit finds is an output all the same', async () => {
  const { outputs } = await publish({ outcome: 'cancelled' }, {}, { isFoundByEdit: true })
  expect(outputs['commentUrl']).toBe('https://github.com/acme/app/issues/1#issuecomment-2')
})

test.each([
  ['pull-request', 'job-1', 'rocket'],
  ['no-pull-request', 'job-1', 'rocket'],
  ['submitted', 'job-1', 'rocket'],
  ['archived', 'job-1', 'confused'],
  ['failed', 'job-1', 'confused'],
  ['timed-out', 'job-1', 'confused'],
  ['cancelled', 'job-1', 'confused'],
  ['error', 'job-1', 'confused'],
  ['unknown', undefined, 'confused'],
  ['denied', undefined, '-1'],
  // A re-run may try again, and the comment says so.
  ['timed-out', undefined, undefined],
  ['cancelled', undefined, undefined],
  ['error', undefined, undefined],
  ['unavailable', undefined, undefined],
  ['dry-run', undefined, undefined],
  ['skipped', undefined, undefined],
  ['duplicate', undefined, undefined],
] as const)('%s with the job %s is closed with the reaction %s', async (outcome, jobId, reaction) => {
  const { written } = await publish({ outcome, ...(jobId && { jobId }) })
  expect(written.filter((what) => /^(rocket|confused|-1)$/u.test(what))).toEqual(reaction ? [reaction] : [])
})

test('a comment that was not claimed gets no reaction but that to somebody who may not', async () => {
  expect((await publish({ outcome: 'unknown', isClaimed: false })).written).not.toContain('confused')
  expect((await publish({ outcome: 'denied', isClaimed: false })).written).toContain('-1')
})

test('the help reply is not edited, and what ended is', async () => {
  expect((await publish({ outcome: 'skipped' })).written).not.toContain('comment')
  expect((await publish({ outcome: 'error' })).written).toContain('comment')
})

test('two failures of one cause are one warning, which the summary has as well', async () => {
  const failures = { edit: failGitHub('edit comment 2'), react: failGitHub('react to comment 1') }
  const { lines, summary } = await publish({ outcome: 'pull-request', jobId: 'job-1' }, failures)
  expect(lines.filter((line) => line.startsWith('warning'))).toEqual([
    'warning: Not everything could be reported: GitHub: edit comment 2: it answered 403. Do 403.',
  ])
  expect(summary).toContain('⚠️ GitHub: edit comment 2')
})

test('two failures of two causes are two warnings', async () => {
  const failures = { edit: failGitHub('edit comment 2'), react: failGitHub('react to comment 1', 401) }
  const { lines } = await publish({ outcome: 'pull-request', jobId: 'job-1' }, failures)
  expect(lines.filter((line) => line.startsWith('warning'))).toHaveLength(2)
})

test("a summary that can't be written is a warning", async () => {
  const { lines } = await publish({ outcome: 'skipped' }, { summary: new Error('Disk full.') })
  expect(lines).toContain(
    'warning: Not everything could be reported: Disk full. The outputs and the log have the result.',
  )
})

test.each([
  [403, true],
  [404, true],
  [500, false],
])('a comment that GitHub refuses with %d is done with for good: %s', async (status, isWritten) => {
  const result = await publish({ outcome: 'failed', jobId: 'job-1' }, { edit: failGitHub('edit', status) })
  expect(result.isWritten).toBe(isWritten)
})

test("the log's error says what the comment says, and what the service said", async () => {
  const { lines, edit } = await publish({
    outcome: 'error',
    cause: 'plan-or-credits',
    technical: 'Could not create agent job.',
    detail: untrustedText('No\ncredits'),
  })
  const [error = ''] = lines.filter((line) => line.startsWith('error'))
  const [[content]] = edit.mock.calls as unknown as [[unknown]]
  for (const words of ["The plan or its credits don't cover agent jobs", 'Nothing was sent to the agent'])
    for (const text of [error, String(content)]) expect(text).toContain(words)
  expect(error).toMatch(/Could not create agent job\.\nThe answer says: "No credits"$/u)
})

test.each([
  ['failed', 'failed', {}, 'error'],
  ['a link that is not safe', 'no-pull-request', { cause: 'link-refused' }, 'warning'],
  ['something to say', 'duplicate', { problem: 'Another run has it.' }, 'notice'],
  ['a cause', 'skipped', { cause: 'documentation-closed' }, 'notice'],
] as const)('the log tells %s as it is meant', async (_name, outcome, facts, level) => {
  const { lines } = await publish({ outcome, ...facts })
  expect(lines.filter((line) => /^(error|warning|notice)/u.test(line))).toEqual([
    expect.stringMatching(new RegExp(`^${level}: `, 'u')),
  ])
})

test('the log has each line of a check, and its error has those that failed', async () => {
  const checks = [
    { state: 'passed', text: 'The key reads.' },
    { state: 'failed', text: 'It may not write.', technical: 'Could not send.' },
  ] as const
  const { lines } = await publish({ outcome: 'error', cause: 'check-failed', checks })
  expect(lines.slice(0, 3)).toEqual([
    '✓ The key reads.',
    '✗ It may not write.',
    "⚠️ The set-up doesn't work yet: ✗ 1 of 2",
  ])
  expect(lines[3]).toMatch(/^error: [^\n]*✗ It may not write\.\nNothing was sent.*\nCould not send\.$/u)
})

test('a warning that the result says itself is not repeated in the summary', async () => {
  const failures = { react: failGitHub('react to comment 1') }
  const result = { outcome: 'pull-request', jobId: 'job-1', problem: 'Do 403.' } as const
  const { lines, summary } = await publish(result, failures)
  expect(lines.filter((line) => line.startsWith('warning'))).toHaveLength(1)
  expect(summary).not.toContain('react to comment 1')
})

test('the log ends with the headline, the link and the outcome', async () => {
  const pullRequest = new URL('https://github.com/acme/docs/pull/7')
  const { lines } = await publish({ outcome: 'pull-request', jobId: 'job-1', pullRequest })
  expect(lines).toEqual([
    '🚀 The documentation pull request is ready',
    `Pull request: ${pullRequest.href}`,
    'Outcome: pull-request',
  ])
})
