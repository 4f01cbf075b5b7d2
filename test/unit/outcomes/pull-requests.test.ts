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

interface Variables {
  search?: string
  first: number
  after: string | null
}

/** A GitHub on which so many are merged, and none open. `change` may refuse a page, or change what is in it. */
function createGitHub(merged: number, counts: object = COUNTS, change = (nodes: object[], _: Variables) => nodes) {
  const pages: string[] = []
  const graphql = async (_query: string, variables: Variables) => {
    const { search, first, after } = variables
    if (search === undefined) return { ...counts, merged: { issueCount: merged, nodes: [] } }
    pages.push(`${after ?? 0}+${first}`)
    const start = Number(after)
    const end = Math.min(start + first, merged, 1000)
    const nodes = Array.from({ length: end - start }, (_, index) => pullRequest({ number: start + index + 1 }))
    const pageInfo = { hasNextPage: end < Math.min(merged, 1000), endCursor: `${end}` }
    return { search: { issueCount: merged, nodes: change(nodes, variables), pageInfo } }
  }
  return { github: { graphql } as unknown as Octokit, pages }
}

function refuseAbove(size: number) {
  return (nodes: object[], { first, after }: Variables) => {
    if (after === null && first > size) throw new ActionError('GitHub returned 502.', { status: 502, isTrouble: true })
    return nodes
  }
}

test.each<[string, merged: number, heavy: number, pages: string[]]>([
  ['no list of none', 0, 100, []],
  ['up to a hundred at once', 100, 100, ['0+100']],
  ['no more than there are', 7, 100, ['0+7']],
  ['what GitHub lists', 20_000, 100, Array.from({ length: 10 }, (_, index) => `${index * 100}+100`)],
  ['half of a page that is too heavy', 70, 17, ['0+70', '0+35', '0+17', '17+17', '34+17', '51+17', '68+17']],
])('reads %s', async (_name, merged, heavy, pages) => {
  const world = createGitHub(merged, COUNTS, refuseAbove(heavy))
  const outcomes = await readOutcomes(world.github, INPUTS)
  expect([outcomes.merged.count, outcomes.merged.listed.length]).toEqual([merged, Math.min(merged, 1000)])
  expect(world.pages).toEqual(pages)
})

const FOREIGN = { url: 'https://github.com/acme/app/pull/7', repository: { nameWithOwner: 'acme/app' } }
const WITH_FOREIGN = { closed: { issueCount: 1, nodes: [FOREIGN] } }
const RENAMED = { repository: { nameWithOwner: 'acme/handbook' } }
const IS_FOREIGN = 'The search found https://github.com/acme/app/pull/7, which is in another repository.'

test.each<[string, counts: object, change: Parameters<typeof createGitHub>[2], message: string, hint: string]>([
  ['a page of one fails', {}, refuseAbove(0), 'read the pull requests of acme/docs that match `head', ''],
  ['the repository is not visible', { repository: null }, undefined, "couldn't find the repository.", "can't see it"],
  [
    'it has another name now',
    RENAMED,
    undefined,
    'is now named acme/handbook.',
    'Set `repository` to `acme/handbook`.',
  ],
  ['an entry is of another one', WITH_FOREIGN, undefined, IS_FOREIGN, 'Leave out `repo:` in `query`, and set `repo'],
  ['an entry of a list is', {}, (nodes) => [...nodes, { ...pullRequest({}), ...FOREIGN }], IS_FOREIGN, 'Leave out'],
])('where %s, it is an error', async (_name, counts, change, message, hint) => {
  const { github } = createGitHub(70, { ...COUNTS, ...counts }, change)
  const error = { message: expect.stringContaining(message), hint: expect.stringContaining(hint) }
  await expect(readOutcomes(github, INPUTS)).rejects.toMatchObject(error)
})
