import { expect, test } from 'vitest'
import { PhaseLog } from '../../world/runner/phase-log.ts'
import { createSecretMasker } from '../../world/runner/secret-masker.ts'

/** The log of a process with this output. */
function readLog(text: string, { debug = false } = {}): PhaseLog {
  const log = new PhaseLog({ masker: createSecretMasker([]), debug, onShown: () => undefined })
  log.write('stdout', Buffer.from(text))
  log.end()
  return log
}

test.each([
  ['::error::boom', 'boom'],
  [' \t\u00a0::error::boom', 'boom'],
  ['::ERROR title=x,line=1::boom', 'boom'],
  ['in the middle ##[error]boom', 'boom'],
  ['progress\r::error::boom', 'boom'],
  ['::error::two%0Alines%25', 'two\nlines%'],
  ['::error::%250A', '%0A'],
])('the runner reads %j as an error', (text, message) => {
  const log = readLog(text)
  expect(log.annotations).toMatchObject([{ level: 'error', message, from: 'action' }])
  expect(log.failed).toBe(false)
})

test.each([
  'text ::error::boom',
  '--error::boom',
  `${'\ufeff'.repeat(2)}::error::boom`,
  '::unheard-of::boom',
  '::error boom',
  '##[errors]boom',
  '##[unheard-of]x ##[error]boom',
  '##[error boom',
  ': :error::boom',
])('the runner reads %j as a line, not as a command', (text) => {
  const log = readLog(text)
  expect(log.commands).toEqual([])
  expect(log.lines).toHaveLength(1)
})

test('properties of a command are unescaped', () => {
  const log = readLog('::notice title=a%3Ab%2Cc,line=3,empty=,=x::text\n##[warning file=a%3Bb;col=2]text\n')
  expect(log.annotations.map((annotation) => annotation.properties)).toEqual([
    { title: 'a:b,c', line: '3' },
    { file: 'a;b', col: '2' },
  ])
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

test.each([
  ['a group', '::group::One %25\ntext\n::endgroup::\n', '##[group]One %\ntext\n##[endgroup]\n'],
  ['a debug line', '::debug::text\n', ''],
  ['a command for the runner itself', '::echo::off\n', ''],
  [
    'what comes until the token',
    '::stop-commands::tok\n::error::no\n##[error]no\n::tok::\n::error::yes\n',
    '::stop-commands::tok\n::error::no\n##[error]no\n::tok::\n##[error]yes\n',
  ],
])('%s is shown as GitHub shows it', (_what, text, shown) => {
  expect(readLog(text).shown).toBe(shown)
})

test('debug lines are shown with step debugging', () => {
  const log = readLog('::debug::two%0Alines\n', { debug: true })
  expect(log.shown).toBe('##[debug]two\n##[debug]lines\n')
})

test.each([
  '::set-env name=A::b',
  '::add-path::/bin',
  '::set-output::no name',
  '::echo::maybe',
  '::stop-commands::',
  '::stop-commands::error',
])("the command %j can't be carried out", (text) => {
  const log = readLog(text)
  expect(log.failed).toBe(true)
  expect(log.commands[0]?.failure).toBeTypeOf('string')
  expect(log.annotations[0]?.from).toBe('runner')
})

test('the runner takes ten annotations of a level, none longer than 4096 characters', () => {
  const log = readLog(`${'::error::x\n'.repeat(12)}::warning::${'y'.repeat(5000)}\n`)
  expect(log.annotations.filter((annotation) => annotation.level === 'error')).toHaveLength(10)
  expect(log.commands).toHaveLength(13)
  expect(log.annotations.at(-1)?.message).toHaveLength(4096)
})
