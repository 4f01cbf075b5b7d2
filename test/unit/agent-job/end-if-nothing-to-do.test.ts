import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endIfNothingToDo } from '../../../src/agent-job/end-if-nothing-to-do.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-'))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** What becomes of a comment: whether the run ends, what it prints, and the file with its outputs. */
function end(body: string, variables: Record<string, string> = {}, isEventWhole = true) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const [event, outputs] = [join(folder, 'event.json'), join(folder, 'outputs')]
  const user = { login: 'writer', type: 'User' }
  const payload = JSON.stringify({
    action: 'created',
    issue: { number: 3 },
    comment: { id: 11, body, user },
    sender: user,
  })
  writeFileSync(event, isEventWhole ? payload : payload.slice(1))
  for (const [name, value] of Object.entries({
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: outputs,
    INPUT_COMMAND: '/docs',
    ...variables,
  }))
    vi.stubEnv(name, value)
  const hasEnded = endIfNothingToDo(process.env)
  return [hasEnded, write.mock.calls.flat().join(''), existsSync(outputs) ? readFileSync(outputs, 'utf8') : '']
}

test('a comment without the command ends the run, with one line and one output', () => {
  const line = 'Nothing to do: the comment does not begin with /docs.\n'
  expect(end('Thanks!')).toEqual([true, line, 'outcome=skipped\n'])
})

const NOT_ENDED = [false, '', '']

test.each<[string, string, Record<string, string>]>([
  ['the comment has the command', '/docs add a page', {}],
  ['a key is in the wrong input, and has to be masked', 'Thanks!', { 'INPUT_PROJECT-ID': `mint_${'x'.repeat(20)}` }],
  ['`fail-on` has `skipped`', 'Thanks!', { 'INPUT_FAIL-ON': 'failed, skipped' }],
  ['it deserves a notice', 'Thanks!', { GITHUB_EVENT_NAME: 'discussion_comment' }],
  ["the output can't be written", 'Thanks!', { GITHUB_OUTPUT: '/nowhere/outputs' }],
])('the bundle decides, and nothing is printed, when %s', (_name, body, variables) => {
  expect(end(body, variables)).toEqual(NOT_ENDED)
})

test("the bundle decides when the event file isn't JSON", () => {
  expect(end('Thanks!', {}, false)).toEqual(NOT_ENDED)
})
