import type { ChangedCommit, ChangedPullRequest, Changes } from '../../../../src/agent-job/changes/changes.ts'
import type { AssociatedPullRequest } from '../../../../src/github/associated-pull-requests.ts'
import type { ChangedFile } from '../../../../src/github/changes.ts'
import type { Commit } from '../../../../src/github/commits.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

export const NOTHING: Changes = {
  told: [],
  more: { pullRequests: 0, commits: 0 },
  leftOut: [],
  unlistedCommits: 0,
  undecided: 0,
}

/** A changed file with a patch, unless `patch` is undefined. */
export function changedFile(path: string, patch?: string, facts: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path: untrustedText(path),
    status: 'modified',
    additions: 1,
    deletions: 2,
    ...(patch !== undefined && { patch: untrustedText(patch) }),
    ...facts,
  }
}

export function changedPull(number: number, facts: Partial<ChangedPullRequest> = {}): ChangedPullRequest {
  const { title, url } = associatedPull(number)
  return { kind: 'pull request', number, title, url, author: 'ada', labels: [], ...facts }
}

export function changedCommit(sha: string, facts: Partial<ChangedCommit> = {}): ChangedCommit {
  return { kind: 'commit', sha, subject: untrustedText(`Change ${sha}`), author: 'ada', ...facts }
}

/** `c2<c1` is a commit and its parents; its number is the day in November. */
export function commitOf(text: string): Commit {
  const [sha = '', ...parents] = text.split('<')
  const author = { login: 'ada', id: 1, type: 'User' }
  const subject = untrustedText(`Change ${sha}`)
  return { sha, nodeId: `node ${sha}`, parents, committedAt: timeOf(sha.slice(1)), subject, author }
}

/** As GitHub relates it to commits. It was merged on the day of its number. */
export function associatedPull(number: number, facts: Partial<AssociatedPullRequest> = {}): AssociatedPullRequest {
  return {
    number,
    title: untrustedText(`Title ${number}`),
    url: untrustedText(`https://github.test/pull/${number}`),
    mergedAt: timeOf(String(number)),
    repository: 'Acme/App',
    author: { login: 'ada', id: undefined, type: 'User' },
    labels: [],
    ...facts,
  }
}

/** Noon of a day in November. */
export function timeOf(day: string): string {
  return `2026-11-${day.padStart(2, '0')}T12:00:00Z`
}
