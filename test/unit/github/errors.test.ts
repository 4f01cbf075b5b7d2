import { expect, test } from 'vitest'
import { hintFor } from '../../../src/github/errors.ts'
import { describePermissions, permissionsFor } from '../../../src/github/permissions.ts'

const LINE = 'add to the job, under `permissions:`, the line'
const LINES = 'add to the job, under `permissions:`, the lines'
const TOKEN = 'give the token in `github-token` the permission'
const EITHER = `${TOKEN} \`contents: write\` and \`workflows: write\`, or ${TOKEN} \`administration: read\``

test.each<[number | undefined, string, boolean?]>([
  [undefined, 'proxy and network of the runner'],
  [302, 'GITHUB_API_URL'],
  [400, 'GITHUB_API_URL'],
  // The lifetime of tokens
  [401, 'expires after an hour. For longer runs, use `github.token`'],
  [403, `If the token lacks a permission, ${LINE} \`pull-requests: write\`. Locked conversations`],
  [403, `The token lacks a permission: ${LINE} \`pull-requests: write\`.`, true],
  [404, `It doesn't exist, or the token can't see it: ${LINE} \`pull-requests: write\`.`],
  [410, 'deleted'],
  [422, 'invalid or spam'],
  [429, 'too many requests'],
  [500, 'GitHub has a problem'],
  [503, 'GitHub has a problem'],
])('an error with the status %s has the hint: %s', (status, words, isPermissionMissing = false) => {
  const refusal = { status, acceptedPermissions: '', isPermissionMissing }
  const hint = hintFor(refusal, ['pull-requests: write'])
  expect(hint).toMatch(/^[A-Z].*[.?]$/)
  expect(hint).toContain(words)
})

test.each([403, 404])('the hint for status %s never has an invalid line for `permissions:`', (status) => {
  const refusal = { status, acceptedPermissions: '', isPermissionMissing: true }
  expect(hintFor(refusal, ['metadata: read'])).not.toContain('permissions:')
})

test.each([
  ['issue', '', `${LINE} \`issues: write\``],
  ['pull request', '', `${LINE} \`pull-requests: write\``],
  [undefined, '', `${LINE} \`issues: write\` (on a pull request: \`pull-requests: write\`)`],
  // GitHub sends this for comments in all threads: our line is more exact.
  ['pull request', 'issues=write; pull_requests=write', `${LINE} \`pull-requests: write\``],
  // The permission for writing includes reading.
  ['issue', 'issues=read; pull_requests=read', `${LINE} \`issues: write\``],
  ['issue', 'pull_requests=write', `${LINE} \`pull-requests: write\``],
  ['issue', 'contents=write,workflows=write; administration=read', EITHER],
  ['issue', 'contents=write, checks=read', `${LINES} \`contents: write\` and \`checks: read\``],
  ['issue', '`@everyone`=write; <img>; =; issues=everything', `${LINE} \`issues: write\``],
] as const)('a missing permission on %s is named, with the header "%s"', (kind, header, text) => {
  expect(describePermissions(permissionsFor(kind, 'write'), header)).toBe(text)
})
