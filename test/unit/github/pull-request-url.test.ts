import { expect, test } from 'vitest'
import { locatePullRequest } from '../../../src/github/pull-request-url.ts'

test.each([
  ['https://github.test/acme/docs/pull/7', true],
  ['https://github.test/acme/docs/pull/7/?a=b#c', true],
  ['https://github.test.evil.example/acme/docs/pull/7', false],
  ['https://github.test/acme/docs/pull/7/files', false],
  ['https://github.test/acme/docs/issues/7', false],
])('the URL %s is a pull request on the server: %s', (url, expected) => {
  const place = locatePullRequest(new URL(url), new URL('https://github.test'))
  expect(place).toEqual(expected ? { owner: 'acme', repo: 'docs', number: 7 } : undefined)
})
