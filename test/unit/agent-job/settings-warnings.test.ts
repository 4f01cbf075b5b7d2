import { expect, test } from 'vitest'
import type { Inputs } from '../../../src/agent-job/inputs.ts'
import type { Trigger } from '../../../src/agent-job/request/trigger.ts'
import { warnOfSettings } from '../../../src/agent-job/settings-warnings.ts'
import type { Log } from '../../../src/runner/log.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const INPUTS = {
  apiKey: 'mint_1',
  githubToken: 'x',
  minimumPermission: 'write',
  paths: { included: [], excluded: [] },
  ignoreAuthors: [],
  allowedBots: [],
  misspelled: [],
}

test.each<[Partial<Trigger>, string[], Partial<Inputs>?]>([
  [{ eventName: 'push' }, ['Unknown input'], { misspelled: ['Did you mean it?'] }],
  [{ eventName: 'pull_request_target', isFromFork: true }, ['Anyone can send text to the agent']],
  [{ eventName: 'pull_request_target' }, []],
  [{ eventName: 'issues', description: untrustedText('/docs Hi') }, ['Only comments are read'], { command: '/docs' }],
  [{ eventName: 'pull_request', isFromFork: true }, []],
])('the event %j has the warnings %j', (event, expected, inputs = {}) => {
  const warnings: string[] = []
  const note = (title: string) => void warnings.push(title)
  const log = { warning: note, notice: note } as Partial<Log> as Log
  warnOfSettings(event as Trigger, { ...INPUTS, ...inputs } as Inputs, log)
  expect(warnings).toEqual(expected)
})
