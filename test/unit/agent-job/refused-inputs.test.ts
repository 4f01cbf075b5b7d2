import { expect, test } from 'vitest'
import type { Inputs } from '../../../src/agent-job/inputs/inputs.ts'
import { refuseInputs } from '../../../src/agent-job/refused-inputs.ts'
import type { ReportedTrigger } from '../../../src/agent-job/request/read-trigger.ts'
import { explainEnd } from '../../../src/agent-job/result/explain.ts'
import { InputError } from '../../../src/runner/inputs.ts'
import { CONTEXT } from './result/report-context.ts'

const EMPTY = new InputError([{ input: 'api-key', message: '`api-key` is empty.', secret: 'empty' }])
const DEPENDABOT = { sender: 'dependabot[bot]' }

test.each<[string, Partial<ReportedTrigger>, said: RegExp, unsaid: RegExp]>([
  ['pull_request', { isFromFork: true }, /comes from a fork\. Comment/, /Dependabot|`environment:`|re-run/],
  ['pull_request_review_comment', { isFromFork: true }, /comes from a fork/, /Dependabot/],
  ['pull_request', DEPENDABOT, /as a Dependabot secret, too, and re-run the job/, /[Ff]ork|`environment:`/],
  ['push', DEPENDABOT, /as a Dependabot secret/, /[Ff]ork/],
  ['pull_request_target', { isFromFork: true }, /`environment:`/, /comes from a fork/],
  ['issues', DEPENDABOT, /`environment:`/, /as a Dependabot secret/],
  ['pull_request', {}, /`environment:`/, /comes from a fork|as a Dependabot secret/],
])('without a key, a run by %s (%j) names only what the event proves', async (eventName, facts, said, unsaid) => {
  const event = { eventName, action: 'opened', reportThread: undefined, isClosedWithoutMerge: false }
  for (const dryRun of [false, true]) {
    const inputs = { command: '/docs', dryRun } as Inputs
    const result = await refuseInputs(EMPTY, { ...event, ...facts }, inputs, {} as Parameters<typeof refuseInputs>[3])
    const lines = [...explainEnd(result, CONTEXT).paragraphs, ...(result.checks ?? [])].map((line) => line.text)
    expect(lines.join('\n')).toMatch(said)
    expect(lines.join('\n').replace('Fix these, then', '')).not.toMatch(unsaid)
  }
})
