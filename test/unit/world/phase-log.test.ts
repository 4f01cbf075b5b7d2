import { expect, test } from 'vitest'
import { PhaseLog } from '../../world/runner/phase-log.ts'
import { createSecretMasker } from '../../world/runner/secret-masker.ts'

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
  ['::error::%250A', '%0A'],
])('the runner reads %j as an error', (text, message) => {
  const log = readLog(text)
  expect(log.annotations).toMatchObject([{ level: 'error', message, from: 'action' }])
  expect(log.failed).toBe(false)
})

test('a masked value is hidden in all later lines, also in its other forms', () => {
  const key = 'mint_"a b"'
  const forms = [key + key, JSON.stringify(key), encodeURIComponent(key), Buffer.from(key).toString('base64')]
  const log = readLog(`before ${key}
::add-mask::${key}
after ${forms.join(' ')}
::add-mask::first%0Asecond
this is first, this is second
::error::${key}
`)
  expect(log.shown).toBe(`before ${key}
after *** "***" *** ***
this is ***, this is ***
##[error]***
`)
  expect(Buffer.from(log.raw).toString()).toContain(`::add-mask::${key}`)
})

test('the runner takes ten annotations of a level, none longer than 4096 characters', () => {
  const log = readLog(`${'::error::x\n'.repeat(12)}::warning::${'y'.repeat(5000)}\n`)
  expect(log.annotations.filter((annotation) => annotation.level === 'error')).toHaveLength(10)
  expect(log.commands).toHaveLength(13)
  expect(log.annotations.at(-1)?.message).toHaveLength(4096)
})
