import { expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { OUTCOME_RECORDS, type Outcome } from '../../../../src/agent-job/outcome.ts'
import { explainEnd } from '../../../../src/agent-job/result/explain.ts'
import { type PublishOptions, publishResult } from '../../../../src/agent-job/result/publish.ts'
import type { TriggerComment } from '../../../../src/agent-job/trigger/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { collectWarnings } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { asResult, CONTEXT, type LooseResult, pullRequest } from './report-context.ts'

const COMMENT_URL = 'https://github.com/acme/app/issues/1#issuecomment-2'

function failGitHub(operation: string, status = 403) {
  return new GitHubError(operation, { status, answer: `GitHub returned ${status}`, hint: `Do ${status}.` })
}

/** What fails, by what is written, and what else is unusual. */
interface Circumstances {
  edit?: Error
  react?: Error
  summary?: Error
  comment?: 'found by the edit' | 'there twice' | 'deleted'
  isReactedAgain?: boolean
  isAsked?: false
  /** What our comment remembers. */
  confused?: number
}

/** Publishes a result. `written`: what was written, in order; `annotations`: what the runner shows beside the run. */
async function publish(report: LooseResult, circumstances: Circumstances = {}) {
  const written: string[] = []
  const lines: string[] = []
  const outputs: Record<string, string> = {}
  const said = { comment: '', summary: '' }
  const keep = (level: string) => (title: string, text: string) => lines.push(`${level}: ${title}: ${text}`)
  const write = (what: string, failure?: Error) => {
    if (failure !== undefined) throw failure
    written.push(what)
  }
  const current = { url: COMMENT_URL, payload: { state: 'job', confused: circumstances.confused } }
  const comment = {
    current: circumstances.comment === 'found by the edit' ? undefined : current,
    written: undefined as object | undefined,
    async deleteSpare() {
      comment.current = circumstances.comment === 'deleted' ? undefined : current
      return circumstances.comment !== 'there twice'
    },
    async edit(text: unknown, change: Partial<Claim>) {
      said.comment = String(text)
      if ('confused' in change) written.push(`remembers ${change.confused}`)
      write('comment', circumstances.edit)
      comment.written = { ...current.payload, ...change }
    },
  }
  const isWritten = await publishResult(
    asResult({ isClaimed: true, allowedBecause: 'It may.', durationMs: 0, ...report }),
    {
      runner: { fail: keep('error') },
      warnings: collectWarnings({
        info: (text) => lines.push(text),
        debug: (text) => lines.push(`debug: ${text}`),
        notice: keep('notice'),
        warning: keep('warning'),
        error: keep('error'),
        group: () => undefined,
      }),
      outputs: {
        set(name, value) {
          outputs[name] = value
          if (name === 'outcome') written.push(`output ${value}`)
        },
      },
      writeSummary: async (text) => {
        said.summary = String(text)
        write('summary', circumstances.summary)
      },
      failOn: ['failed'],
      context: CONTEXT,
      comment: comment as unknown as PublishOptions['comment'],
      github: {
        async react(_command, reaction) {
          write(reaction, circumstances.react)
          return { result: circumstances.isReactedAgain ? 'again' : 'first', id: 7 }
        },
        removeReaction: async (_command, id) => write(`removed ${id}`),
      },
      command: circumstances.isAsked === false ? undefined : ({} as TriggerComment),
    },
  )
  const annotations = lines.filter((line) => /^(error|warning|notice):/u.test(line))
  return { written, lines, annotations, ...said, url: outputs['commentUrl'], isWritten }
}

const job = { jobId: 'job-1' }
const READY = { outcome: 'pull-request', job } as const

const CONFUSED = ['archived', 'failed', 'timed-out', 'unavailable', 'cancelled', 'unknown', 'error'] as const
const DONE = ['pull-request', 'no-pull-request', 'submitted'] as const

test.each<[string[], Circumstances, readonly Outcome[], LooseResult?]>([
  [[], {}, ['error'], { allowedBecause: undefined }],
  [['-1'], {}, ['denied'], { allowedBecause: undefined }],
  [[], {}, ['error'], { cause: 'thread-locked' }],
  [[], {}, ['unavailable'], { cause: 'github-limit' }],
  [['rocket'], {}, DONE],
  [[], { isAsked: false }, DONE],
  [['rocket', 'removed 5', 'remembers undefined'], { confused: 5 }, DONE],
  [['confused', 'remembers 7'], {}, CONFUSED],
  [['confused'], { confused: 5, isReactedAgain: true }, CONFUSED],
  [['removed 5', 'remembers undefined'], { confused: 5 }, ['dry-run']],
  [[], {}, ['dry-run', 'skipped', 'duplicate']],
])('%j: the reactions, where %j, of a run that ends as %j', async (expected, circumstances, outcomes, facts = {}) => {
  for (const outcome of outcomes) {
    const { written } = await publish({ outcome, ...facts }, circumstances)
    const reacted = written.filter((what) => !/^(output|summary|comment)/u.test(what))
    expect(reacted, outcome).toEqual(expected)
  }
})

const edit = failGitHub('edit comment 2')
const react = failGitHub('react to comment 1')
const SENT = { jobId: 'job-1', isFollowUp: false }

test.each<[string, LooseResult, Circumstances, number, number]>([
  ['two failures of one cause', {}, { edit, react }, 1, 1],
  ['two failures of two causes', {}, { edit, react: failGitHub('react to comment 1', 401) }, 2, 2],
  ['a failure that the result says itself', { problem: 'Do 403.' }, { edit }, 1, 0],
])('%s is a warning for each cause, which the summary has as well', async (_, facts, failing, ...counts) => {
  const { annotations, summary } = await publish({ ...READY, ...facts }, failing)
  const warnings = annotations.filter((line) => line.startsWith('warning'))
  expect([warnings.length, summary.split('⚠️').length - 1]).toEqual(counts)
  const text = `Couldn't ${counts[1] === 0 ? 'edit comment 2' : 'react to comment 1'}: GitHub returned`
  expect(warnings[0]).toContain(`warning: Couldn't report everything: ${text}`)
})

test.each<[string, Circumstances, said: string, unsaid: string]>([
  ["can't be told so", { edit }, 'run the action with `job-id: job-1`', 'Re-run'],
  ['is told so', {}, 'select "Re-run jobs"', 'sends the prompt again'],
  ['was deleted', { comment: 'deleted' }, 'A re-run sends the prompt again', 'Re-run jobs'],
])('a re-run is advised only where our comment keeps the job: it %s', async (_name, failing, said, unsaid) => {
  const { annotations, summary } = await publish({ outcome: 'cancelled', job: SENT }, failing)
  for (const text of [summary, annotations.at(-1)]) {
    expect(text).toContain(said)
    expect(text).not.toContain(unsaid)
  }
})

test("the log's error says what the comment says, and what the service said", async () => {
  const technical = 'Could not create agent job.'
  const detail = untrustedText('No\ncredits')
  const report = { outcome: 'error', cause: 'plan-or-credits', technical, detail, isDetailOpen: true } as const
  const { annotations, comment } = await publish(report)
  const { headline, paragraphs } = explainEnd(asResult(report), CONTEXT)
  expect(paragraphs).toHaveLength(3)
  for (const phrase of [headline, ...paragraphs]) {
    expect(annotations[0]).toContain(phrase.text)
    expect(comment).toContain(String(phrase.markdown))
  }
  expect(annotations[0]).toMatch(/The service says: "No credits"\n.*Could not create agent job\.$/su)
})

const HELP = { outcome: 'skipped', isClaimed: false } as const
const FAILED = { outcome: 'failed', job } as const
const { sign, headline } = OUTCOME_RECORDS['pull-request']
const LINES = [`${sign} ${headline}`, `Pull request: ${pullRequest.href}`, 'Outcome: pull-request']
const annotate = (start: string) => ({ annotations: [expect.stringMatching(new RegExp(`^${start}`, 'su'))] })
const disk = new Error('Disk full.')
const CHECKED = {
  outcome: 'error',
  cause: 'check-failed',
  checks: [
    { state: 'passed', text: 'The key works.' },
    { state: 'failed', text: 'No project.', technical: 'It returned 404.' },
  ],
} as const
const CHECKED_LINES = [
  '✓ The key works.',
  '✗ No project.',
  '⚠️ Setup check: 1 of 2 checks failed',
  expect.stringMatching(/^error: Setup check: .*: ✗ No project\.\nNothing was sent .*\nIt returned 404\.$/s),
  'Outcome: error',
]
const [unsafe, gone] = ['link-refused', 'comment-gone'] as const
const ORDER = ['output pull-request', 'summary', 'rocket', 'comment']
const STACK = { lines: expect.arrayContaining([expect.stringMatching(/^debug: TypeError: x\n/)]) }

test.each<[string, LooseResult, Circumstances, object]>([
  ['the outputs and the summary come first', READY, {}, { written: ORDER }],
  ['the help reply is not edited', HELP, {}, { written: ['output skipped', 'summary'] }],
  ['a comment that only the edit finds is an output', READY, { comment: 'found by the edit' }, { url: COMMENT_URL }],
  ['a comment that was deleted is no output', FAILED, { comment: 'deleted' }, { url: '' }],
  ["a summary that can't be written is a warning", HELP, { summary: disk }, annotate('warning: .*: Disk full\\. The')],
  ['a refused edit is told for good', FAILED, { edit: failGitHub('edit', 403) }, { isWritten: true }],
  ['so is one of a comment that is gone', FAILED, { edit: failGitHub('edit', 404) }, { isWritten: true }],
  ['one that fails is not', FAILED, { edit: failGitHub('edit', 500) }, { isWritten: false }],
  ['neither is one beside a second comment', FAILED, { comment: 'there twice' }, { isWritten: false }],
  ['neither is one that breaks', FAILED, { edit: disk }, { isWritten: false }],
  ['what a check found is in the log', CHECKED, {}, { lines: CHECKED_LINES }],
  ['what fails the step is an error', FAILED, {}, annotate('error: ')],
  ['a link that is not safe is a warning', { outcome: 'no-pull-request', cause: unsafe }, {}, annotate('warning: ')],
  ['something to say is a notice', { outcome: 'duplicate', problem: 'It has it.' }, {}, annotate('notice: ')],
  ['a cause is a notice', { outcome: 'skipped', cause: gone }, {}, annotate('notice: ')],
  [
    'the log ends with the link and the outcome',
    { ...READY, job: { ...job, prLink: pullRequest } },
    {},
    { lines: LINES },
  ],
  ['an unexpected error has its stack', { outcome: 'error', unexpected: new TypeError('x') }, {}, STACK],
])('%s', async (_name, report, circumstances, expected) => {
  expect(await publish(report, circumstances)).toMatchObject(expected)
})
