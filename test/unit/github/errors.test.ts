import { expect, test } from 'vitest'
import { hintFor } from '../../../src/github/errors.ts'

test.each<[number | undefined, string, boolean?]>([
  [undefined, "runner's proxy and network"],
  [400, 'GITHUB_API_URL'],
  // The lifetime of tokens
  [401, 'expires after an hour. For longer runs, use `github.token`'],
  [403, "If the token lacks a permission, add `pull-requests: write` to the job's `permissions:`. Locked"],
  [403, "The token lacks a permission: add `pull-requests: write` to the job's `permissions:`.", true],
  [404, "can't see it. If it exists, add `pull-requests: write` to the job's `permissions:`."],
  [407, 'HTTPS_PROXY'],
  [410, 'deleted'],
  [422, 'invalid or spam'],
  [503, 'GitHub has a problem'],
])('an error with the status %s has the hint: %s', (status, words, isMissing = false) => {
  const hint = hintFor(status, isMissing, ['pull-requests: write'])
  expect(hint).toMatch(/^[A-Z].*[.?]$/)
  expect(hint).toContain(words)
})

test('reading is refused for no locked conversation', () => {
  expect(hintFor(403, false, ['pull-requests: read'])).toMatch(/`permissions:`\. IP allow lists get the same status\.$/)
})

test('no hint has an invalid line for `permissions:`', () => {
  for (const status of [403, 404]) expect(hintFor(status, true, ['metadata: read'])).not.toContain('permissions:')
})
