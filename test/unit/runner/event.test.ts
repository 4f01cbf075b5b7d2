import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { identifyRepository } from '../../../src/github/connect.ts'
import { isInside, readWorkflowRun } from '../../../src/runner/event.ts'

test.each([
  ['a.csv', true],
  ['..a/b.csv', true],
  ['/workspace/a.csv', true],
  ['../a.csv', false],
  ['a/../../a.csv', false],
  ['/workspace2/a.csv', false],
  ['.', false],
])('the file %s is inside the workspace: %s', (file, expected) => {
  expect(isInside('/workspace', file)).toBe(expected)
})

test.each([
  ['the id that the runner knows', '7', '{ "repository": { "id": 9 } }', '7'],
  ['the id in the event', '', '{ "repository": { "id": 9 } }', '9'],
  ['its name, where the event has no id', '', '{ "repository": {} }', 'acme/app'],
  ['its name, where the event is not JSON', '', 'repository', 'acme/app'],
])('the ID of a repository from %s', (_name, id, event, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'event.json')
  writeFileSync(path, event)
  const environment = { GITHUB_REPOSITORY: 'Acme/App', GITHUB_REPOSITORY_ID: id, GITHUB_EVENT_PATH: path }
  expect(identifyRepository(readWorkflowRun(environment))).toBe(expected)
})
