import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../src/runner/log.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'
import { escapeCommands } from '../../../src/untrusted/escape.ts'
import { createLineSplitter } from '../../world/runner/line-splitter.ts'
import { parseWorkflowCommand, type WorkflowCommand } from '../../world/runner/workflow-command.ts'

const printed: string[] = []
const write = vi.spyOn(process.stdout, 'write')

function capture(): void {
  write.mockImplementation((chunk) => {
    printed.push(String(chunk))
    return true
  })
}

afterEach(() => {
  printed.length = 0
  write.mockReset()
  vi.unstubAllEnvs()
})

/** The commands that the runner would find in `text`; every name counts as one. */
function findCommands(text: string): WorkflowCommand[] {
  const splitter = createLineSplitter()
  const lines = [...splitter.push(Buffer.from(text)), ...splitter.end()]
  return lines.flatMap((line) => parseWorkflowCommand(line, () => true) ?? [])
}

const hostileLine = fc
  .array(
    fc.constantFrom(
      ...':#[] \t\n\r\v\f%',
      '::',
      ':::',
      '##[',
      '###[[',
      '\r\n',
      '\u0085',
      '\u00a0',
      '\u1680',
      '\u2003',
      '\u2028',
      '\u2029',
      '\u200b',
      '\u2060',
      '\u3000',
      '\ufeff',
      '\u0000',
      '\u001b[0m',
      '\u{e0041}',
      '\ud800',
      '%0A::error::x',
      'error',
      'set-output name=outcome',
      'group]x',
      '::error::x',
      '##[error]x',
      '::stop-commands::x',
      'text',
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''))

test('the parser of these tests finds commands', () => {
  expect(findCommands('a\r  ::error::x').map(({ name }) => name)).toEqual(['error'])
  expect(findCommands('a ##[error]x').map(({ name }) => name)).toEqual(['error'])
})

test('no escaped text is a command', () => {
  fc.assert(
    fc.property(hostileLine, (text) => {
      expect(findCommands(escapeCommands(text))).toEqual([])
    }),
    { numRuns: 5000 },
  )
})

test('a harmless text stays as it is', () => {
  const text = 'a: b :: c\n  - d # [e]\n\t{"f": "::g"}\n👩‍👩‍👧 ß'
  expect(escapeCommands(text)).toBe(text)
})

test('line ends of every kind begin a new line', () => {
  expect(escapeCommands('a\rb\r\nc\u2028d\u0085e')).toBe('a\nb\nc\nd\ne')
})

test('a logged text is at most one command', async () => {
  capture()
  vi.stubEnv('RUNNER_DEBUG', '1')
  const log = createLog(createSecrets())
  const hostile = 'x\n::set-output name=outcome::y\r##[error]z,title=::w'
  log.info(hostile)
  log.debug(hostile)
  log.notice(hostile, hostile)
  log.warning(hostile, hostile)
  log.error(hostile, hostile)
  await log.group(hostile, () => log.info(hostile))

  const names = findCommands(printed.join('')).map(({ name }) => name)
  expect(names).toEqual(['debug', 'notice', 'warning', 'error', 'group', 'endgroup'])
})

test.each(['notice', 'warning', 'error'] as const)(
  'a title without a text stands in its place, since the runner shows no empty %s',
  (level) => {
    capture()
    const log = createLog(createSecrets())
    log[level]('Title', ' \n')
    log[level]('Title', 'Text')
    expect(findCommands(printed.join(''))).toMatchObject([
      { name: level, properties: { title: 'Title' }, data: 'Title' },
      { name: level, properties: { title: 'Title' }, data: 'Text' },
    ])
  },
)

test('debug lines are printed only with step debugging', () => {
  capture()
  vi.stubEnv('RUNNER_DEBUG', '')
  createLog(createSecrets()).debug('hidden')
  expect(printed).toEqual([])
})

test('a group ends when its body fails', async () => {
  capture()
  const failing = createLog(createSecrets()).group('Title', () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(findCommands(printed.join('')).map(({ name }) => name)).toEqual(['group', 'endgroup'])
})

test('secrets are taken out of everything that is logged', async () => {
  capture()
  const secrets = createSecrets()
  secrets.hide('mint_hunter2')
  printed.length = 0
  const log = createLog(secrets)
  log.info('a mint_hunter2 b')
  log.warning('mint_hunter2', 'mint_hunter2')
  await log.group('mint_hunter2', () => undefined)
  expect(printed.join('')).not.toContain('hunter2')
  expect(printed.join('')).toContain('a *** b')
})
