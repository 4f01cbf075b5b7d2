import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, findPreviousTag, parseTag } from '../../../../src/agent-job/changes/range.ts'
import { ActionError } from '../../../../src/runner/action-error.ts'
import { createContext } from '../context-for-tests.ts'

test.each([
  ['v1.2', 'v', '1.2.0'],
  ['1.2.3-rc.1', '', '1.2.3-rc.1'],
  ['cli@1.1.0', 'cli@', '1.1.0'],
  ['@acme/cli@1.1.0', '@acme/cli@', '1.1.0'],
  ['cli-v2.0.0-beta.1', 'cli-v', '2.0.0-beta.1'],
  ['release/1.0', 'release/', '1.0.0'],
  ['2026.11.01', '', '2026.11.1'],
  ['v1.0.0+build.5', 'v', '1.0.0'],
  ['http2/v1.0.0', 'http2/v', '1.0.0'],
])('%s is a version of %j: %s', (tag, name, version) => {
  expect(parseTag(tag)).toEqual({ name, version })
})

test.each(['', 'latest', 'v1', 'nightly-2026', 'v1.2.3.x', 'v1.2 final'])('%j has no version', (tag) => {
  expect(parseTag(tag)).toBeUndefined()
})

const TAGS = [
  ...['cli@1.0.0', 'api@5.0.0', 'cli@1.1.0', 'cli@2.0.0-rc.1', 'cli@2.0.0-rc.2', 'cli-next@1.0.5'],
  ...['v1', 'v1.2', 'v1.2.0', 'v1.10.0', 'v1.9.0', 'v1.11.0', '2026.10.02', '2026.11.01', 'latest'],
]

/** A GitHub with `TAGS`, which it lists by a prefix. */
function findPrevious(tag: string) {
  const asked: string[] = []
  const github = {
    rest: {
      git: {
        async listMatchingRefs({ ref }: { ref: string }) {
          asked.push(ref)
          const refs = TAGS.map((name) => ({ ref: `refs/tags/${name}` }))
          return { data: refs.filter((each) => each.ref.startsWith(`refs/${ref}`)) }
        },
      },
    },
  }
  return findPreviousTag(createContext({ github }), tag).then((previous) => [previous, ...asked])
}

test.each<[string, string | undefined]>([
  ['cli@1.1.0', 'cli@1.0.0'],
  ['cli@1.0.0', undefined],
  ['cli@2.0.0', 'cli@1.1.0'],
  ['cli@2.0.0-rc.2', 'cli@2.0.0-rc.1'],
  ['cli@2.0.0-rc.1', 'cli@1.1.0'],
  ['api@5.0.0', undefined],
  ['v1.11.0', 'v1.10.0'],
  ['v1.9.0', 'v1.2.0'],
  ['2026.11.01', '2026.10.02'],
  ['2.0.0', undefined],
])('what came before %s is %s', async (tag, previous) => {
  expect((await findPrevious(tag))[0]).toBe(previous)
})

test('tags are listed by the name, and not at all for a tag without a version', async () => {
  expect(await findPrevious('cli@1.1.0')).toEqual(['cli@1.0.0', 'tags/cli@'])
  expect(await findPrevious('latest')).toEqual([undefined])
})

test('the previous tag is the greatest smaller version of the same name', async () => {
  const part = fc.nat(12)
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(part, part, part), { minLength: 2, maxLength: 12, selector: String }),
      async (versions) => {
        const tags = versions.map((version) => `v${version.join('.')}`)
        const listMatchingRefs = async () => ({ data: tags.map((tag) => ({ ref: `refs/tags/${tag}` })) })
        const github = { rest: { git: { listMatchingRefs } } }
        const order = [...versions].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
        const [before, tag] = order.slice(-2).map((version) => `v${version.join('.')}`)
        expect(await findPreviousTag(createContext({ github }), tag ?? '')).toBe(before)
      },
    ),
  )
})

/** A range of `total` commits; each tenth is a merge. */
function createComparison(total: number) {
  const pages: number[] = []
  const commits = Array.from({ length: total }, (_, index) => ({
    sha: `s${index}`,
    node_id: `n${index}`,
    commit: { message: `Subject ${index}\n\nBody` },
    author: index === 0 ? null : { login: 'ann' },
    parents: index % 10 === 9 ? [{}, {}] : [{}],
  }))
  const compareCommitsWithBasehead = async ({ basehead, page }: { basehead: string; page: number }) => {
    expect(basehead).toBe('from...to')
    pages.push(page)
    return { data: { total_commits: total, status: 'ahead', commits: commits.slice(100 * (page - 1), 100 * page) } }
  }
  return { pages, github: { rest: { repos: { compareCommitsWithBasehead } } } }
}

const RANGE = { from: 'from', to: 'to', reason: '' }

test.each<[total: number, pages: number[], first: string, unlisted: number]>([
  [3, [1], 's0', 0],
  [100, [1], 's0', 0],
  [101, [1, 2], 's0', 0],
  [500, [1, 2, 3, 4, 5], 's0', 0],
  [501, [1, 2, 3, 4, 5, 6], 's1', 1],
  [1_250, [1, 8, 9, 10, 11, 12, 13], 's750', 750],
])('of %i commits, the newest 500 are listed, without merges', async (total, pages, first, unlisted) => {
  const { github, pages: asked } = createComparison(total)
  const compared = await compare(createContext({ github }), RANGE)
  expect([asked, compared?.commits[0]?.sha, compared?.unlisted]).toEqual([pages, first, unlisted])
  expect(compared?.commits.at(-1)?.sha).toBe(`s${total - (total % 10 === 0 ? 2 : 1)}`)
  expect(compared?.commits.length).toBeLessThanOrEqual(500)
  expect(compared?.commits.some(({ sha }) => sha.endsWith('9'))).toBe(false)
})

test('a commit has the first line of its message, and the login of its author', async () => {
  const compared = await compare(createContext({ github: createComparison(2).github }), RANGE)
  expect(compared?.commits).toEqual([
    { sha: 's0', nodeId: 'n0', subject: 'Subject 0', author: '' },
    { sha: 's1', nodeId: 'n1', subject: 'Subject 1', author: 'ann' },
  ])
})

test("what GitHub doesn't find is no range; any other failure is an error", async () => {
  const failing = (status: number) => ({
    rest: { repos: { compareCommitsWithBasehead: () => Promise.reject(new ActionError('No.', { status })) } },
  })
  expect(await compare(createContext({ github: failing(404) }), RANGE)).toBeUndefined()
  await expect(compare(createContext({ github: failing(403) }), RANGE)).rejects.toThrow(
    "Couldn't read what changed. No.",
  )
})
