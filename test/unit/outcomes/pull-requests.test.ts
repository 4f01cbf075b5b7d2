import { expect, test } from 'vitest'
import type { Octokit } from '../../../src/github/octokit.ts'
import type { Inputs } from '../../../src/outcomes/inputs.ts'
import { readOutcomes } from '../../../src/outcomes/pull-requests.ts'
import { ActionError } from '../../../src/runner/action-error.ts'
import { pullRequest } from './pull-request.ts'

const INPUTS: Inputs = {
  ...{ githubToken: '', owner: 'acme', repo: 'docs', query: 'head:docs/', title: '' },
  period: { fromMs: Date.parse('2026-11-16T00:00:00Z'), toMs: Date.parse('2026-11-23T00:00:00Z'), text: 'last-week' },
}
const NONE = { issueCount: 0, nodes: [] }
const COUNTS = {
  repository: { nameWithOwner: 'Acme/Docs', pullRequests: { totalCount: 9 } },
  ...{ open: NONE, previousMerged: NONE, closed: NONE, opened: NONE },
}
const HEAVY = new ActionError('GitHub returned 502.', { status: 502 })

interface Variables {
  search?: string
  first: number
  after: string | null
}

/** A GitHub on which so many are merged, and none open. `refuse` says for a page why GitHub doesn't have it. */
function createGitHub(
  merged: number,
  counts: object = COUNTS,
  refuse = (_: Variables): Error | undefined => undefined,
) {
  const pages: string[] = []
  const graphql = async (_query: string, { search, first, after }: Variables) => {
    if (search === undefined) return { ...counts, merged: { issueCount: merged, nodes: [] } }
    pages.push(`${after ?? 0}+${first}`)
    const error = refuse({ first, after })
    if (error) throw error
    const start = Number(after)
    const end = Math.min(start + first, merged, 1000)
    const nodes = Array.from({ length: end - start }, (_, index) => pullRequest({ number: start + index + 1 }))
    return {
      search: {
        issueCount: merged,
        nodes,
        pageInfo: { hasNextPage: end < Math.min(merged, 1000), endCursor: `${end}` },
      },
    }
  }
  return { github: { graphql } as unknown as Octokit, pages }
}

test.each<[string, number, ((page: Variables) => Error | undefined) | undefined, string[], number]>([
  ['no list of none', 0, undefined, [], 0],
  ['up to a hundred at once', 100, undefined, ['0+100'], 100],
  ['no more than there are', 7, undefined, ['0+7'], 7],
  ['what GitHub lists', 20_000, undefined, Array.from({ length: 10 }, (_, index) => `${index * 100}+100`), 1000],
  [
    'half a page where a page is too heavy',
    70,
    ({ first, after }) => (after === null && first > 17 ? HEAVY : undefined),
    ['0+70', '0+35', '0+17', '17+17', '34+17', '51+17', '68+17'],
    70,
  ],
])('reads %s', async (_name, merged, refuse, pages, listed) => {
  const world = createGitHub(merged, COUNTS, refuse)
  const outcomes = await readOutcomes(world.github, INPUTS)
  expect([outcomes.merged.count, outcomes.merged.listed.length, world.pages]).toEqual([merged, listed, pages])
})

test('a page of one that fails is the end', async () => {
  const { github, pages } = createGitHub(70, COUNTS, () => HEAVY)
  await expect(readOutcomes(github, INPUTS)).rejects.toThrow(
    /^Couldn't read the pull requests of acme\/docs that match `head/,
  )
  expect(pages).toEqual(['0+70', '0+35', '0+17', '0+8', '0+4', '0+2', '0+1'])
})

const FOREIGN = { url: 'https://github.com/acme/app/pull/7', repository: { nameWithOwner: 'acme/app' } }

test.each<[string, object, string, string]>([
  ['is not visible', { repository: null }, 'GitHub found no such repository.', "can't see it"],
  [
    'has another name now',
    { repository: { nameWithOwner: 'acme/handbook' } },
    'The repository is now named acme/handbook.',
    'Set `repository` to `acme/handbook`.',
  ],
  [
    'is not that of an entry',
    { closed: { issueCount: 1, nodes: [FOREIGN] } },
    'The search found https://github.com/acme/app/pull/7, which is in another repository.',
    'Leave out `repo:` in `query`, and set `repository`.',
  ],
])('a repository that %s is an error', async (_name, counts, message, hint) => {
  const { github } = createGitHub(1, { ...COUNTS, ...counts })
  const error = await readOutcomes(github, INPUTS).catch((each: unknown) => each)
  expect(error).toMatchObject({ message: expect.stringContaining(message), hint: expect.stringContaining(hint) })
})

test('an entry of another repository is an error in a list, too', async () => {
  const { github } = createGitHub(1)
  const other = {
    graphql: async (query: string, variables: Variables) => {
      const data = await github.graphql<{ search?: { nodes: object[] } }>(query, { ...variables })
      data.search?.nodes.push({ ...pullRequest({}), ...FOREIGN })
      return data
    },
  }
  await expect(readOutcomes(other as unknown as Octokit, INPUTS)).rejects.toThrow('in another repository')
})
