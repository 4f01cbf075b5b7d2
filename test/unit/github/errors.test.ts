import { describe, expect, test } from 'vitest'
import { hintFor } from '../../../src/github/errors.ts'
import { describePermissions, permissionsFor } from '../../../src/github/permissions.ts'

function hint(status: number | undefined, more: { acceptedPermissions?: string; said?: boolean } = {}) {
  const { acceptedPermissions = '', said = false } = more
  return hintFor({ status, acceptedPermissions, isPermissionMissing: said }, ['pull-requests: write'])
}

test.each([undefined, 302, 400, 401, 403, 404, 410, 418, 422, 429, 500, 503])(
  'an error with the status %s has a hint',
  (status) => {
    expect(hint(status)).toMatch(/^[A-Z].*[.?]$/)
  },
)

test('the hint of a 401 says how long tokens live, and which one to use', () => {
  expect(hint(401)).toContain('expires after an hour')
  expect(hint(401)).toContain('`github.token`')
})

test('a 403 certainly means a missing permission only where GitHub says so', () => {
  expect(hint(403, { said: true })).toBe(
    'The token lacks a permission: add to the job, under `permissions:`, the line `pull-requests: write`.',
  )
  expect(hint(403)).toMatch(
    /^If the token lacks a permission, add to the job, .* `pull-requests: write`\. .*archived/,
  )
})

test.each([403, 404])('status %s never asks for a line that `permissions:` does not know', (status) => {
  const refusal = { status, acceptedPermissions: '', isPermissionMissing: true }
  expect(hintFor(refusal, ['metadata: read'])).not.toContain('permissions:')
  expect(hintFor(refusal, ['issues: write'])).toContain('`issues: write`')
})

describe('which permission is named', () => {
  test.each([
    ['issue', '', 'add to the job, under `permissions:`, the line `issues: write`'],
    ['pull request', '', 'add to the job, under `permissions:`, the line `pull-requests: write`'],
    [
      undefined,
      '',
      'add to the job, under `permissions:`, the line `issues: write` (on a pull request: `pull-requests: write`)',
    ],
    // As GitHub sends it for comments, whatever the thread is: ours is the more exact.
    [
      'pull request',
      'issues=write; pull_requests=write',
      'add to the job, under `permissions:`, the line `pull-requests: write`',
    ],
    // Reading in order to write: who grants the line for writing has both.
    [
      'issue',
      'issues=read; pull_requests=read',
      'add to the job, under `permissions:`, the line `issues: write`',
    ],
    ['issue', 'pull_requests=write', 'add to the job, under `permissions:`, the line `pull-requests: write`'],
    [
      'issue',
      'contents=write,workflows=write; administration=read',
      'give the token in `github-token` the permission `contents: write` and `workflows: write`, or give the token in `github-token` the permission `administration: read`',
    ],
    [
      'issue',
      'contents=write, checks=read',
      'add to the job, under `permissions:`, the lines `contents: write` and `checks: read`',
    ],
    [
      'issue',
      '`@everyone`=write; <img>; =; issues=everything',
      'add to the job, under `permissions:`, the line `issues: write`',
    ],
  ] as const)('a missing permission on %s is named, with the header "%s"', (kind, header, text) => {
    expect(describePermissions(permissionsFor(kind, 'write'), header)).toBe(text)
  })
})
