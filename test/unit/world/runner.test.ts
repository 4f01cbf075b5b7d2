import { expect, test } from 'vitest'
import { readPairs } from '../../world/runner/file-commands.ts'
import { PhaseLog } from '../../world/runner/phase-log.ts'
import { createSecretMasker } from '../../world/runner/secret-masker.ts'

// What the real runner finds in a log and refuses in a file, and no scenario would miss.

/** The log of a process with this output. */
function readLog(text: string): PhaseLog {
  const log = new PhaseLog({ masker: createSecretMasker([]), debug: false, onShown: () => undefined })
  log.write('stdout', Buffer.from(text))
  log.end()
  return log
}

test.each([
  [' \t\u00a0::error::boom', 'boom'],
  ['in the middle ##[error]boom', 'boom'],
  ['progress\r::error::boom', 'boom'],
  ['::error::two%0Alines%25', 'two\nlines%'],
])('the runner reads %j as an error', (text, message) => {
  expect(readLog(text).annotations).toMatchObject([{ level: 'error', message, from: 'action' }])
})

test('a masked value is hidden in all later lines, also in its other forms, and only in what is shown', () => {
  const key = 'mint_"a b"'
  const forms = [key + key, JSON.stringify(key), encodeURIComponent(key), Buffer.from(key).toString('base64')]
  const log = readLog(`before ${key}\n::add-mask::${key}\nafter ${forms.join(' ')}\n`)
  expect(log.shown).toBe(`before ${key}\nafter *** "***" *** ***\n`)
  expect(Buffer.from(log.raw).toString()).toContain(`::add-mask::${key}`)
})

test.each(['<<EOF\nx\nEOF', 'name<<\nx\n', 'name<<EOF\nx\nEO', 'no separator'])(
  'the command file %j is broken',
  (text) => {
    expect(() => [...readPairs(text)]).toThrow(/^Invalid/)
  },
)
