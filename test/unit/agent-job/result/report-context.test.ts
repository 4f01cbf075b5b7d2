import { afterEach, expect, test, vi } from 'vitest'
import { INPUT_DEFAULTS } from '../../../../src/agent-job/inputs/early-inputs.ts'
import { createReportContext } from '../../../../src/agent-job/result/report-context.ts'
import type { Trigger } from '../../../../src/agent-job/trigger/trigger.ts'
import { InputReader } from '../../../../src/runner/inputs.ts'
import { createSecrets } from '../../../../src/runner/secrets.ts'
import { CONTEXT } from './report-context.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each<[Record<string, string>, Partial<typeof CONTEXT>]>([
  [{}, {}],
  [{ 'base-url': 'https://docs.example' }, { hasDashboard: false }],
  [{ 'base-url': 'not an address' }, { hasDashboard: false }],
  [
    { 'job-id': 'job-1', 'dry-run': 'True' },
    { isAttached: true, isDryRun: true },
  ],
])('what reports depend on is read from %j, valid or not', (given, expected) => {
  for (const [name, value] of Object.entries({ command: '/docs', 'project-id': 'acme-docs', ...given }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  const { now, askedBy, runUrl: url, attempt } = CONTEXT
  const reader = new InputReader(createSecrets(), INPUT_DEFAULTS)
  const by = (trigger: object) => createReportContext(trigger as Trigger, { url, attempt }, reader, now)
  expect(by({ comment: { author: { login: askedBy } } })).toEqual({ ...CONTEXT, ...expected })
  expect(by({}).askedBy).toBeUndefined()
})
