import { expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { OUTCOME_RECORDS, type Outcome } from '../../../../src/agent-job/outcome.ts'
import { explainEnd } from '../../../../src/agent-job/result/explain.ts'
import { publishResult } from '../../../../src/agent-job/result/publish.ts'
import type { TriggerComment } from '../../../../src/agent-job/trigger/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { OurComment } from '../../../../src/our-comments/our-comment.ts'
import { collectWarnings } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { asResult, CONTEXT, type LooseResult, pullRequest } from './report-context.ts'

const COMMENT_URL = 'https://github.com/acme/app/issues/1#issuecomment-2'

function failGitHub(operation: string, status = 403) {
  return new GitHubError(operation, { status, answer: `GitHub returned ${status}`, hint: `Do ${status}.` })
}

type Circumstances = Partial<Record<'edit' | 'react' | 'summary', Error>> & {
  isFoundByEdit?: boolean
  isDeleted?: boolean
  isTwice?: boolean
  isReactedAgain?: boolean
  /** What our comment remembers. */
  confused?: number
}

/** Publishes a result, where writing fails as `circumstances` say. `written`: what was written, in order. */
async function publish(report: LooseResult, circumstances: Circumstances = {}) {
  const written: string[] = []
  const lines: string[] = []
  const outputs: Record<string, string> = {}
  const said = { comment: '', summary: '' }
  const keep = (level: string) => (title: string, text: string) => lines.push(`${level}: ${title}: ${text}`)
  const write = (what: string, failure: Error | undefined) => {
    if (failure !== undefined) throw failure
    written.push(what)
  }
  const current = { url: COMMENT_URL, payload: { confused: circumstances.confused } }
  const comment = {
    current: circumstances.isFoundByEdit ? undefined : (current as typeof current | undefined),
    written: undefined as Partial<Claim> | undefined,
    async deleteSpare() {
      comment.current = current
      return circumstances.isTwice !== true
    },
    async edit(text: unknown, change: Partial<Claim>) {
      said.comment = String(text)
      if (circumstances.isDeleted) comment.current = undefined
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
      comment: comment as unknown as OurComment<Claim>,
      github: {
        async react(_command, reaction) {
          write(reaction, circumstances.react)
          return { result: circumstances.isReactedAgain ? 'again' : 'first', id: 7 }
        },
        removeReaction: async (_command, id) => write(`removed ${id}`, undefined),
      },
      command: {} as TriggerComment,
    },
  )
  /** What the runner shows beside the run. */
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
  const { outputs } = await publish({ outcome: 'cancelled' }, { isFoundByEdit: true })
  expect(outputs['commentUrl']).toBe(COMMENT_URL)
})

test('a comment that was deleted is linked nowhere, and its memory is gone', async () => {
  const report = { outcome: 'failed', job: { jobId: 'job-1' } } as const
  const { outputs, summary } = await publish(report, { isDeleted: true, edit: failGitHub('edit comment 2', 404) })
  expect([outputs['commentUrl'], summary.includes(COMMENT_URL)]).toEqual(['', false])
  expect(summary).toContain("Couldn't edit comment 2")
  expect((await publish(report)).summary).toContain(COMMENT_URL)
})

const CONFUSED = ['archived', 'failed', 'timed-out', 'unavailable', 'cancelled', 'unknown', 'error'] as const

test.each<[string[], Circumstances, readonly Outcome[], LooseResult?]>([
  [[], {}, ['error'], { allowedBecause: undefined }],
  [['-1'], {}, ['denied'], { allowedBecause: undefined }],
  [[], {}, ['error'], { cause: 'thread-locked' }],
  [[], {}, ['unavailable'], { cause: 'github-limit' }],
  [['rocket'], {}, ['pull-request', 'no-pull-request', 'submitted']],
  [['rocket', 'removed 5', 'remembers undefined'], { confused: 5 }, ['pull-request', 'no-pull-request', 'submitted']],
  [['confused', 'remembers 7'], {}, CONFUSED],
  [['confused'], { confused: 5, isReactedAgain: true }, CONFUSED],
  [['removed 5', 'remembers undefined'], { confused: 5 }, ['dry-run']],
  [[], {}, ['dry-run', 'skipped', 'duplicate']],
])(
  '%j: the reactions, where %j, of a run that ends as one of %j',
  async (reactions, circumstances, outcomes, facts = {}) => {
    for (const outcome of outcomes) {
      const { written } = await publish({ outcome, ...facts }, circumstances)
      const reacted = written.filter((what) => !/^(output|summary|comment)/u.test(what))
      expect(reacted, outcome).toEqual(reactions)
    }
  },
)

const edit = failGitHub('edit comment 2')
const react = failGitHub('react to comment 1')

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

test("a summary that can't be written is a warning", async () => {
  const { annotations } = await publish({ outcome: 'skipped' }, { summary: new Error('Disk full.') })
  expect(annotations).toEqual([expect.stringMatching(/^warning: .*: Disk full\. The result is in the outputs/)])
})

test.each<[boolean, Circumstances]>([
  [true, { edit: failGitHub('edit', 403) }],
  [true, { edit: failGitHub('edit', 404) }],
  [false, { edit: failGitHub('edit', 500) }],
  [false, { isTwice: true }],
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
