import { expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { OUTCOME_RECORDS, type Outcome } from '../../../../src/agent-job/outcome.ts'
import type { TriggerComment } from '../../../../src/agent-job/request/trigger.ts'
import { explainEnd } from '../../../../src/agent-job/result/explain.ts'
import { type PublishOptions, publishResult } from '../../../../src/agent-job/result/publish.ts'
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
      command: {} as TriggerComment,
    },
  )
  const annotations = lines.filter((line) => /^(error|warning|notice):/u.test(line))
  return { written, lines, annotations, ...said, outputs, isWritten }
}

const job = { jobId: 'job-1' }
const READY = { outcome: 'pull-request', job } as const

test('the outputs and the summary come first, since the rest may wait; the help reply is not edited', async () => {
  expect((await publish(READY)).written).toEqual(['output pull-request', 'summary', 'rocket', 'comment'])
  expect((await publish({ outcome: 'skipped', isClaimed: false })).written).toEqual(['output skipped', 'summary'])
})

test('a comment that only the edit finds is still an output', async () => {
  const { outputs } = await publish({ outcome: 'cancelled' }, { comment: 'found by the edit' })
  expect(outputs['commentUrl']).toBe(COMMENT_URL)
})

const CONFUSED = ['archived', 'failed', 'timed-out', 'unavailable', 'cancelled', 'unknown', 'error'] as const
const DONE = ['pull-request', 'no-pull-request', 'submitted'] as const

test.each<[string[], Circumstances, readonly Outcome[], LooseResult?]>([
  [[], {}, ['error'], { allowedBecause: undefined }],
  [['-1'], {}, ['denied'], { allowedBecause: undefined }],
  [[], {}, ['error'], { cause: 'thread-locked' }],
  [[], {}, ['unavailable'], { cause: 'github-limit' }],
  [['rocket'], {}, DONE],
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
  ["can't be told so", { edit }, 'run the action with `job-id: job-1`', 're-run'],
  ['is told so', {}, 'select "Re-run jobs"', 'sends the prompt again'],
  ['was deleted', { comment: 'deleted' }, 'A re-run sends the prompt again', 'Re-run jobs'],
])('a re-run is advised only where our comment keeps the job: it %s', async (_name, failing, said, unsaid) => {
  const { annotations, summary } = await publish({ outcome: 'cancelled', job: SENT }, failing)
  for (const text of [summary, annotations.at(-1)]) {
    expect(text).toContain(said)
    expect(text).not.toContain(unsaid)
  }
})

test("a summary that can't be written is a warning", async () => {
  const { annotations } = await publish({ outcome: 'skipped' }, { summary: new Error('Disk full.') })
  expect(annotations).toEqual([expect.stringMatching(/^warning: .*: Disk full\. The result is in the outputs/)])
})

test.each<[boolean, Circumstances]>([
  [true, { edit: failGitHub('edit', 403) }],
  [true, { edit: failGitHub('edit', 404) }],
  [false, { edit: failGitHub('edit', 500) }],
  [false, { comment: 'there twice' }],
])('the end is told for good, so that the post step has nothing to do: %s, where %o', async (isWritten, failing) => {
  expect((await publish({ outcome: 'failed', job }, failing)).isWritten).toBe(isWritten)
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

test.each<[string, LooseResult, string]>([
  ['failed', { outcome: 'failed' }, 'error'],
  ['a link that is not safe', { outcome: 'no-pull-request', cause: 'link-refused' }, 'warning'],
  ['something to say', { outcome: 'duplicate', problem: 'Another run has it.' }, 'notice'],
  ['a cause', { outcome: 'skipped', cause: 'comment-gone' }, 'notice'],
])('the log tells %s as it is meant', async (_name, report, level) => {
  const { annotations } = await publish(report)
  expect(annotations).toEqual([expect.stringMatching(new RegExp(`^${level}: `, 'u'))])
})

test('the log ends with the headline, the link and the outcome; an unexpected error has its stack', async () => {
  const { sign, headline } = OUTCOME_RECORDS['pull-request']
  const { lines } = await publish({ ...READY, job: { ...job, prLink: pullRequest } })
  expect(lines).toEqual([`${sign} ${headline}`, `Pull request: ${pullRequest.href}`, 'Outcome: pull-request'])
  const failed = await publish({ outcome: 'error', unexpected: new TypeError('x') })
  expect(failed.lines.at(-1)).toMatch(/^debug: TypeError: x\n/)
})
