import { expect, onTestFinished, test, vi } from 'vitest'
import { harmless, log } from '../../../src/runner/log.ts'
import { hideSecret } from '../../../src/text/secrets.ts'
import { TRICKS } from '../text/rendering.ts'

test.each([
  ['::error::x', ': :error::x'],
  [' \t\u00A0\u3000::error::x', ' \t\u00A0\u3000: :error::x'],
  [':::error::x', ': ::error::x'],
  ['\u200B::error::x', ': :error::x'],
  ['a ::error::x', 'a ::error::x'],
  ['a: b :: c\n  - d # [e]\n\t{"f": "::g"}\n: h', 'a: b :: c\n  - d # [e]\n\t{"f": "::g"}\n: h'],
  ['a ##[error]##[x', 'a ## [error]## [x'],
  ['#\u200B#[error]x', '## [error]x'],
  ['a\n::b\r::c\r\n::d\u0085::e\u2028::f\u2029::g\v::h\f::i', 'a\n: :b\n: :c\n: :d\n: :e\n: :f\n: :g\n: :h\n: :i'],
  ['a\u0000\u001B[2Jb\r\n\r\nc', 'a[2Jb\n\nc'],
])('the runner finds no command by others in the log: %j becomes %j', (text, escaped) => {
  expect(harmless(text)).toBe(escaped)
})

test.each(TRICKS)('what strangers write starts no workflow command, and a second call changes nothing: %j', (text) => {
  const printed = harmless(text)
  expect(printed).not.toMatch(/(?:^|[\n\r\v\f\u0085\u2028\u2029])\s*::|##\[|[\0-\x08\r\x1B\u202E\u{E0041}]/u)
  expect(harmless(printed)).toBe(printed)
})

test.each<[print: () => void, printed: string]>([
  [
    () => log.warning('A, b: c\n::error::x', 'text\r\n::set-output name=a::b mint_Log_K3y'),
    '::warning title=A%2C b%3A c%0A%3A %3Aerror%3A%3Ax::text%0A: :set-output name=a::b ***\n',
  ],
  [() => log.error('A', '##[b'), '::error title=A::## [b\n'],
  // The runner shows no annotation for an empty message.
  [() => log.notice('Empty', ''), '::notice title=Empty::Empty\n'],
  [() => log.info('mint_Log_K3y\n::stop-commands::x'), '***\n: :stop-commands::x\n'],
  [() => log.group('::endgroup::', '##[error]x'), '::group::: :endgroup::\n## [error]x\n::endgroup::\n'],
  [() => log.debug('a'), ''],
  [() => withDebugging(() => log.debug('a\n::b mint_Log_K3y')), '::debug::a%0A: :b ***\n'],
])('no text that is printed starts a command, and secrets are left out: %s', (print, printed) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  hideSecret('mint_Log_K3y')
  print()
  expect(write.mock.calls.map(([text]) => text).join('')).toBe(printed)
})

function withDebugging(print: () => void): void {
  vi.stubEnv('RUNNER_DEBUG', '1')
  print()
  vi.unstubAllEnvs()
}
