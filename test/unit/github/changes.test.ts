import { expect, test } from 'vitest'
import { connect, connectIn, NEXT } from './fake-answers.ts'

const READ_FILE = { path: 'f0', status: 'modified', additions: 2, deletions: 1, patch: '@@' }
const BARE = { additions: 0, deletions: 0, patch: undefined }

function files(count: number, from = 0) {
  const { path: _, ...rest } = READ_FILE
  return Array.from({ length: count }, (_, index) => ({ ...rest, filename: `f${from + index}` }))
}

/** Lists the files of a pull request with `count` files. From page `bareFrom` of a hundred, patches are missing. */
async function list(count: number, bareFrom = 99) {
  const all = files(count)
  const { github, asked } = connectIn(undefined, ({ parameters }) => {
    const [page, size] = [Number(parameters['page']), Number(parameters['per_page'])]
    const listed = all.slice((page - 1) * size, page * size)
    const isBare = size === 100 && page >= bareFrom
    return {
      data: isBare ? listed.map((each) => ({ ...each, ...BARE })) : listed,
      link: page * size < count ? NEXT : '',
    }
  })
  return { ...(await github.fetchChangedFiles(4)), asked: asked.map(({ parameters }) => parameters) }
}

test('a changed file has its lines, its patch, and its previous path', async () => {
  const renamed = { filename: 'f1', previous_filename: 'old', status: 'renamed', additions: 2, deletions: 1 }
  const odd = { filename: 'f2', status: null, additions: -1, deletions: null, patch: 7 }
  const { github, asked } = connect({ data: [...files(1), renamed, odd] })
  expect(await github.fetchChangedFiles(4)).toEqual({
    files: [
      READ_FILE,
      { path: 'f1', previousPath: 'old', status: 'renamed', additions: 2, deletions: 1 },
      { path: 'f2', status: '', additions: 0, deletions: 0 },
    ],
    isWhole: true,
  })
  expect(asked).toMatchObject([
    { parameters: { pull_number: 4, per_page: 100, page: 1 }, permissions: ['pull-requests: read'] },
  ])
})

test.each([
  [100, '100 files in 2 requests, whole'],
  [250, '250 files in 3 requests, whole'],
  [3_000, '3000 files in 30 requests'],
  [3_100, '3000 files in 30 requests'],
])('a list of %d changed files is read as %s', async (count, expected) => {
  const { files: found, isWhole, asked } = await list(count)
  expect(`${found.length} files in ${asked.length} requests${isWhole ? ', whole' : ''}`).toBe(expected)
  expect(found.map(({ path }) => path)).toEqual(files(found.length).map(({ filename }) => filename))
})

test('a page of changed files without patches and counts is fetched again in pages of ten', async () => {
  const { files: found, asked } = await list(234, 2)
  expect(found.map(({ path }) => path)).toEqual(files(234).map(({ filename }) => filename))
  expect(found.every(({ patch }) => patch !== undefined)).toBe(true)
  const pages = asked.filter(({ per_page }) => per_page === 10).map(({ page }) => page)
  expect(pages).toEqual(Array.from({ length: 14 }, (_, index) => 11 + index))
})

test.each([
  ['an empty patch only', 2, { ...BARE, patch: '' }],
  ['additions', 1, { ...BARE, additions: 1 }],
  ['deletions', 1, { ...BARE, deletions: 1 }],
  ['a patch', 1, { ...BARE, patch: '@@' }],
])('a page of changed files with %s takes %d requests', async (_name, requests, more) => {
  const bare = { filename: 'f1', ...BARE }
  const { github, asked } = connect({ data: [{ filename: 'f0', ...more }, bare] }, { data: files(1) })
  const found = await github.fetchChangedFiles(4)
  expect(asked).toHaveLength(requests)
  expect(found.files.map(({ patch }) => patch)).not.toContain('')
})

test('the files of a pull request in another repository are fetched', async () => {
  const { github, asked } = connect({ data: files(1) })
  const place = { owner: 'acme', repo: 'docs', number: 4 }
  expect(await github.fetchChangedFiles(4, place)).toMatchObject({ isWhole: true })
  const parameters = { owner: 'acme', repo: 'docs', pull_number: 4 }
  expect(asked).toMatchObject([{ operation: 'list the files of #4 in acme/docs', parameters }])
})

const COMMIT = { sha: 'c1', node_id: 'C1', commit: { message: '\nAdd retries\n\nBecause.' }, author: null, parents: [] }
const COMPARISON = { status: 'ahead', files: files(1), commits: [COMMIT], merge_base_commit: { sha: 'c0' } }

test.each<[string, object, object]>([
  ['files', {}, { changed: { files: [READ_FILE], isWhole: true }, status: 'ahead', mergeBase: 'c0' }],
  ['commits by the first line of their messages', {}, { commits: [{ sha: 'c1', subject: 'Add retries' }] }],
  ['no count of commits, which is theirs', {}, { commitCount: 1 }],
  ['no files', { files: undefined }, { changed: undefined }],
  ['300 files, which may not be all', { files: files(300) }, { changed: { isWhole: false } }],
  ['another branch', { status: 'diverged' }, { status: 'diverged' }],
  ['no status that is known', { status: 'up' }, { status: undefined }],
])('a comparison is parsed with %s', async (_name, data, expected) => {
  const { github, asked } = connect({ data: { ...COMPARISON, ...data } })
  expect(await github.fetchComparison('v1', 'v2')).toMatchObject(expected)
  const parameters = { basehead: 'v1...v2', per_page: 100, page: 1 }
  expect(asked).toMatchObject([{ parameters, permissions: ['contents: read'] }])
})

test.each([
  [240, [1, 2, 3], 240],
  [1_000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1_000],
  // The oldest commits come first.
  [1_250, [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 950],
])('of %d commits, a comparison has the last thousand, and the files of page 1', async (total, pages, count) => {
  const all = Array.from({ length: total }, (_, index) => ({ ...COMMIT, sha: `c${index}` }))
  const { github, asked } = connectIn(undefined, ({ parameters }) => {
    const page = Number(parameters['page'])
    const commits = all.slice((page - 1) * 100, page * 100)
    return { data: { ...COMPARISON, total_commits: total, commits, files: page === 1 ? files(1) : [] } }
  })
  const { commits, commitCount, changed } = await github.fetchComparison('v1', 'v2')
  expect(asked.map(({ parameters }) => parameters['page'])).toEqual(pages)
  expect(commits.map(({ sha }) => sha)).toEqual(all.slice(-count).map(({ sha }) => sha))
  expect([commitCount, changed?.files.length]).toEqual([total, 1])
})

test('a server without pages, which sends the same commits again, does no harm', async () => {
  const { github } = connect({ data: { ...COMPARISON, total_commits: 250 } })
  expect((await github.fetchComparison('v1', 'v2')).commits).toHaveLength(1)
})

test('the files of a commit come in pages, with what surrounds them', async () => {
  const { github, asked } = connect(
    { data: { ...COMMIT, files: files(100) }, link: NEXT },
    { data: { ...COMMIT, files: files(1, 100) } },
  )
  const { files: found, isWhole } = await github.fetchCommitFiles('c1')
  expect([found.length, isWhole]).toEqual([101, true])
  expect(asked[1]).toMatchObject({ parameters: { ref: 'c1', page: 2 }, permissions: ['contents: read'] })
  expect(await connect({ data: COMMIT }).github.fetchCommitFiles('c1')).toEqual({ files: [], isWhole: true })
})

test("releases are fetched page by page, in GitHub's order, until there are enough", async () => {
  const draft = { id: 2, tag_name: 'v2', draft: true, published_at: null }
  const release = { id: 1, tag_name: 'v1', prerelease: true, draft: false, published_at: '2026-01-02' }
  const { github, asked } = connect({ data: [draft], link: NEXT }, { data: [release], link: NEXT })
  expect(await github.fetchReleases(({ length }) => length >= 2)).toEqual([
    { id: 2, tag: 'v2', isPrerelease: false, isDraft: true, publishedAt: undefined },
    { id: 1, tag: 'v1', isPrerelease: true, isDraft: false, publishedAt: '2026-01-02' },
  ])
  expect(asked).toMatchObject([{ permissions: ['contents: read'] }, { parameters: { page: 2 } }])
})
