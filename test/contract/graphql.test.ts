import { expect, test } from 'vitest'
import { readQuery } from '../world/github/graphql.ts'
import { findFiles, read } from './project-files.ts'

const written = findFiles('src/github/*.ts').flatMap((path) =>
  [...read(path).matchAll(/`((?:query|mutation|subscription)\b[^`]*)`/gu)].map(([, text = '']) => ({ path, text })),
)

test.each(written)("the query in $path is as GitHub's public schema has it, and a fixed text", ({ text }) => {
  expect(readQuery(text).problems).toEqual([])
  expect(text).toMatch(/^query /u)
  expect(text).not.toContain('${')
})

test('a query that the schema does not have is found', () => {
  expect(written.length).toBeGreaterThanOrEqual(3)
  const text = written[0]?.text ?? ''
  expect(readQuery(text.replace('{', '{ nonsense ')).problems.join()).toContain('Cannot query field "nonsense"')
})
