import { summary } from '@actions/core'
import { afterEach, expect, test } from 'vitest'
import type { Inputs } from '../../../../src/page-views/inputs.ts'
import { publishResult } from '../../../../src/page-views/result/publish.ts'
import type { Runner } from '../../../../src/runner/run-action.ts'
import { RANGE, RESULT } from '../example-result.ts'

// The summary has no file here, so its text would stay for the next that is written in this process.
afterEach(() => {
  summary.emptyBuffer()
})

test('a report comment that is not written for another reason than GitHub is named, with the reason and what to do', async () => {
  const warnings: string[] = []
  const log = { info() {}, warning: (title: string, text: string) => warnings.push(`${title}: ${text}`) }
  const runner = { log, fail() {}, secrets: { redact: (text: string) => text } } as unknown as Runner
  const inputs = { projectId: 'docs', issueNumber: 7, export: { range: RANGE, offset: 0 } } as Inputs
  const broken = () => Promise.reject(new Error('socket hang up'))
  await publishResult(runner, { set() {} }, inputs, RESULT, broken)
  expect(warnings).toContain(
    'Page views: the report comment was not written: Could not write the report comment in #7: socket hang up. Run the export again to write it.',
  )
})
