import { afterEach, expect, test, vi } from 'vitest'
import { collectWarnings, createLog } from '../../../src/runner/log.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'
import { createLineSplitter } from '../../world/runner/line-splitter.ts'
import { parseWorkflowCommand, type WorkflowCommand } from '../../world/runner/workflow-command.ts'

const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
const readPrinted = () => write.mock.calls.flat().join('')

afterEach(() => {
  write.mockClear()
  vi.unstubAllEnvs()
})

/** The commands that the runner finds in the printed lines, with any name. */
function findCommands(): WorkflowCommand[] {
  const splitter = createLineSplitter()
  const lines = [...splitter.push(Buffer.from(readPrinted())), ...splitter.end()]
  return lines.flatMap((line) => parseWorkflowCommand(line, () => true) ?? [])
}

test('a logged text is at most one command', () => {
  vi.stubEnv('RUNNER_DEBUG', '1')
  const log = createLog(createSecrets())
  const hostile = 'x\n::set-output name=outcome::y\r##[error]z,title=::w'
  log.info(hostile)
  log.debug(hostile)
  vi.stubEnv('RUNNER_DEBUG', '')
  log.debug('hidden')
  log.notice(hostile, hostile)
  log.warning(hostile, hostile)
  log.error(hostile, hostile)
  log.group(hostile, hostile)

  const names = findCommands().map(({ name }) => name)
  expect(names).toEqual(['debug', 'notice', 'warning', 'error', 'group', 'endgroup'])
})

test('a title is also the text if there is none, since the runner shows no empty annotation', () => {
  createLog(createSecrets()).warning('Title', ' \n')
  expect(findCommands()).toMatchObject([{ name: 'warning', properties: { title: 'Title' }, data: 'Title' }])
})

test('each cause has one warning, and the list can leave out one cause', () => {
  const { log, list } = collectWarnings(createLog(createSecrets()))
  log.warning('One', 'a', 'cause')
  log.warning('One', 'b', 'cause')
  log.warning('Two', 'c')
  expect(findCommands().map(({ data }) => data)).toEqual(['a', 'c'])
  expect([list(), list('cause')]).toEqual([['a', 'c'], ['c']])
})
