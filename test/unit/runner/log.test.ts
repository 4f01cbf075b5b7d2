import { expect, onTestFinished, test, vi } from 'vitest'
import { collectWarnings, createLog } from '../../../src/runner/log.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'

// Text by others in the log: the tests of `escapeCommands`, and the fuzz tests.
test('each cause has one warning, whose title is also its text if there is none; the list can leave out a cause', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const { log, list } = collectWarnings(createLog(createSecrets()))
  log.warning('One', 'a', 'cause')
  log.warning('One', 'b', 'cause')
  log.warning('Two', ' \n')
  expect(write.mock.calls.flat().join('').trim().split('\n')).toEqual([
    '::warning title=One::a',
    '::warning title=Two::Two',
  ])
  expect([list(), list('cause')]).toEqual([['a', ' \n'], [' \n']])
})
