import type { PullRequestEntry } from '../../../src/github/pull-request-list.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

/** A pull request of the agent, opened a week before November 20, 2026. */
export function pullRequest({ number = 7, ...others }: Partial<PullRequestEntry> = {}): PullRequestEntry {
  return {
    id: `PR_${number}`,
    number,
    title: untrustedText(`Page ${number}`),
    url: untrustedText(`https://github.com/acme/docs/pull/${number}`),
    state: 'open',
    isDraft: false,
    author: { id: undefined, login: 'mintlify[bot]', type: 'Bot' },
    createdAt: '2026-11-13T09:00:00Z',
    updatedAt: '2026-11-13T09:00:00Z',
    mergedAt: undefined,
    closedAt: undefined,
    baseSha: 'f0e1d2c3',
    ...others,
  }
}

/** @param at when it was merged, ISO 8601 */
export function mergedPullRequest(number: number, at = '2026-11-20T09:00:00Z'): PullRequestEntry {
  return pullRequest({ number, state: 'merged', mergedAt: at, closedAt: at, updatedAt: at })
}

/** @param at when it was closed without a merge, ISO 8601 */
export function closedPullRequest(number: number, at = '2026-11-20T09:00:00Z'): PullRequestEntry {
  return { ...mergedPullRequest(number, at), state: 'closed', mergedAt: undefined }
}
