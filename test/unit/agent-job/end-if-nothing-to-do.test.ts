import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endIfNothingToDo } from '../../../src/agent-job/end-if-nothing-to-do.ts'

const USER = { login: 'writer', type: 'User' }

/** What becomes of a comment: whether the run ends, what it prints, and the file with its outputs. */
function end(body: string, variables: Record<string, string> = {}, cutEvent = (json: string) => json) {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const [event, outputs] = [join(folder, 'event.json'), join(folder, 'outputs')]
  const comment = { id: 11, body, user: USER }
  writeFileSync(event, cutEvent(JSON.stringify({ action: 'created', issue: { number: 3 }, comment, sender: USER })))
  vi.stubEnv('GITHUB_EVENT_NAME', 'issue_comment')
  vi.stubEnv('GITHUB_EVENT_PATH', event)
  vi.stubEnv('GITHUB_OUTPUT', outputs)
  vi.stubEnv('INPUT_COMMAND', '/docs')
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const hasEnded = endIfNothingToDo(process.env)
  return [hasEnded, write.mock.calls.flat().join(''), existsSync(outputs) ? readFileSync(outputs, 'utf8') : '']
}

test('a comment without the command ends the run, with one line and one output', () => {
  const line = 'Nothing to do: the comment does not begin with /docs.\n'
  expect(end('Thanks!')).toEqual([true, line, 'outcome=skipped\n'])
})

test.each<[string, ...Parameters<typeof end>]>([
  ['the comment has the command', '/docs add a page'],
  ['a key is in the wrong input, and has to be masked', 'Thanks!', { 'INPUT_PROJECT-ID': `mint_${'x'.repeat(20)}` }],
  ['`fail-on` has `skipped`', 'Thanks!', { 'INPUT_FAIL-ON': 'failed, skipped' }],
  ['it deserves a notice', 'Thanks!', { GITHUB_EVENT_NAME: 'discussion_comment' }],
  ["the output can't be written", 'Thanks!', { GITHUB_OUTPUT: '/nowhere/outputs' }],
  ["the event file isn't JSON", 'Thanks!', {}, (json) => json.slice(1)],
])('the bundle decides, and nothing is printed, when %s', (_name, ...given) => {
  expect(end(...given)).toEqual([false, '', ''])
})
