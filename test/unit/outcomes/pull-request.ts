import type { Found, PullRequest } from '../../../src/outcomes/pull-requests.ts'

export interface Author {
  email: string | null
  user: { login: string } | null
}

export const BOT: Author = { email: '12345+mintlify[bot]@users.noreply.github.com', user: null }

/** An open pull request of the agent. */
export function pullRequest({ number = 7, ...others }: Partial<PullRequest>): PullRequest {
  return {
    number,
    title: `Page ${number}`,
    url: `https://github.com/acme/docs/pull/${number}`,
    isDraft: false,
    createdAt: '2026-11-13T09:00:00Z',
    mergedAt: null,
    repository: { nameWithOwner: 'acme/docs' },
    ...others,
  }
}

export function found(listed: PullRequest[], count = listed.length): Found {
  return { count, listed }
}

/** Commits, each by its authors. */
export function commits(
  ...given: (Author[] | { parents: number; authors: (Author | null)[]; totalCount?: number })[]
): NonNullable<PullRequest['commits']> {
  const nodes = given.map((each) => {
    const { parents, authors, totalCount = authors.length } = Array.isArray(each) ? { parents: 1, authors: each } : each
    return { commit: { parents: { totalCount: parents }, authors: { totalCount, nodes: authors } } }
  })
  return { totalCount: nodes.length, nodes }
}
