import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { harmless, log } from '../../../src/runner/log.ts'
import { hideSecret } from '../../../src/text/secrets.ts'
import { hostileText } from '../text/rendering.ts'

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

test('no hostile text starts a workflow command, and a second call changes nothing', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const printed = harmless(text)
      expect(
        printed.split(/[\n\r\v\f\u0085\u2028\u2029]/u).filter((line) => line.trimStart().startsWith('::')),
      ).toEqual([])
      expect(printed).not.toContain('##[')
      expect(printed).not.toMatch(/[\0-\x08\r\x1B\u202E\u{E0041}]/u)
      expect(harmless(printed)).toBe(printed)
    }),
    { numRuns: 300 },
  )
})

test('an annotation is one line, whatever its text; an empty one shows its title; secrets are left out', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  hideSecret('mint_Log_K3y')
  log.warning('A, b: c\n::error::x', 'text\r\n::set-output name=a::b mint_Log_K3y')
  log.notice('Empty', '')
  log.info('mint_Log_K3y\n::stop-commands::x')
  log.group('::endgroup::', '##[error]x')
  expect(write.mock.calls.map(([text]) => text).join('')).toBe(
    [
      '::warning title=A%2C b%3A c%0A%3A %3Aerror%3A%3Ax::text%0A: :set-output name=a::b ***',
      '::notice title=Empty::Empty',
      '***\n: :stop-commands::x',
      '::group::: :endgroup::\n## [error]x\n::endgroup::\n',
    ].join('\n'),
  )
})
