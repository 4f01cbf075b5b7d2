import { expect, test } from 'vitest'
import {
  formatPullRequest,
  locatePullRequest,
  parsePullRequestUrl,
} from '../../../src/github/pull-request-url.ts'

const SERVER = new URL('https://github.test')

test.each([
  ['https://github.test/acme/docs/pull/7', 'acme/docs#7'],
  ['https://github.test/acme/docs/pull/7/', 'acme/docs#7'],
  ['https://github.test/a.b/c_d-e/pull/7?x=1#y', 'a.b/c_d-e#7'],
])('%s is the pull request %s', (url, name) => {
  const place = locatePullRequest(new URL(url), SERVER)
  expect(`${place?.owner}/${place?.repo}#${place?.number}`).toBe(name)
  expect(formatPullRequest(new URL(url))).toBe(name)
})

test.each([
  'https://github.test/acme/docs/pull/7/files',
  'https://github.test/acme/docs/pull/x',
  'https://github.test/acme/docs/issues/7',
  'https://github.test/acme/.../pull/7',
  'https://github.test/pull/7',
  'https://github.test/acme/docs/pull/12345678901',
])('%s is no pull request', (url) => {
  expect([parsePullRequestUrl(new URL(url)), formatPullRequest(new URL(url))]).toEqual([undefined, url])
})

test('a pull request elsewhere has a name, and no place on this server', () => {
  const url = new URL('https://github.test:8443/acme/docs/pull/7')
  expect([locatePullRequest(url, SERVER), formatPullRequest(url)]).toEqual([undefined, 'acme/docs#7'])
})
