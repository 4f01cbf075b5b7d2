import { expect, test } from 'vitest'
import { commitPullRequests } from '../../src/github/commit-pull-requests.graphql.ts'
import { conversation } from '../../src/github/conversation.graphql.ts'
import { readQuery } from '../world/github/graphql.ts'
import { findFiles, read } from './project-files.ts'

const QUERIES: Readonly<Record<string, string>> = {
  'src/github/commit-pull-requests.graphql': commitPullRequests,
  'src/github/conversation.graphql': conversation,
}

test('every query has a test', () => {
  expect(findFiles('src/github/*.graphql').sort()).toEqual(Object.keys(QUERIES))
})

test.each(Object.entries(QUERIES))("%s is what is sent, and as GitHub's public schema has it", (path, text) => {
  expect(text.trim()).toBe(read(path).trim())
  expect(readQuery(text).problems).toEqual([])
})

test('a query that the schema does not have is found', () => {
  const wrong = conversation.replace('viewer {', 'viewer { nonsense ')
  expect(readQuery(wrong).problems.join()).toContain('Cannot query field "nonsense"')
})
