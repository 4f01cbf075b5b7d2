import { expect, test } from 'vitest'
import { post } from '../../../src/agent-job/main.ts'
import { runEntry } from '../../world/runner/step-in-process.ts'

test("a comment that can't be finished is a warning: what was tried, what came back, and where to look", async () => {
  let output = ''
  const environment = {
    STATE_phase: 'started',
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: '/nowhere/event.json',
    'INPUT_GITHUB-TOKEN': 'ghs_token',
  }
  const exitCode = await runEntry(post, environment, (_stream, bytes) => {
    output += Buffer.from(bytes).toString()
  })
  expect(exitCode).toBe(0)
  const [warning] = /^::warning .*$/m.exec(output) ?? []
  expect(warning).toMatch(/title=Couldn't update the comment::Couldn't write the result: The event file /)
  expect(warning).toMatch(/ See the log for the job\.$/)
})
