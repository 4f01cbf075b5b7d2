import { describe, expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import type { GitHubRequest } from '../../../src/github/octokit.ts'
import { createGitHub } from '../../../src/github/thread.ts'
import { connect, connectIn, NEXT } from './fake-answers.ts'

function file(index: number, more: Record<string, unknown> = {}) {
  return { filename: `f${index}`, status: 'modified', additions: 2, deletions: 1, patch: '@@', ...more }
}

function files(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => file(from + index))
}

/** The file `f0` as it is read. */
const READ_FILE = { path: 'f0', status: 'modified', additions: 2, deletions: 1, patch: '@@' }
const BARE = { additions: 0, deletions: 0, patch: undefined }

/** A pull request with this many files; pages of a hundred have no patches where `isBare` says so. */
function connectFiles(count: number, isBare: (page: number) => boolean = () => false) {
  return connectIn(undefined, ({ parameters }) => {
    const [page, size] = [Number(parameters['page']), Number(parameters['per_page'])]
    const listed = files(count).slice((page - 1) * size, page * size)
    const last = Math.ceil(count / size)
    return {
      data: size === 100 && isBare(page) ? listed.map((each) => ({ ...each, ...BARE })) : listed,
      link: page < last ? `<https://x?per_page=100&page=${last}>; rel="last"` : '',
    }
  })
}

describe('the files of a pull request', () => {
  const pathsOf = (count: number) => files(count).map(({ filename }) => filename)

  test('a single page of changed files takes one request', async () => {
    const renamed = file(1, { status: 'renamed', previous_filename: 'old', patch: undefined })
    const { github, asked } = connect({ data: [file(0), renamed] })
    expect(await github.listChangedFiles(4)).toStrictEqual({
      files: [READ_FILE, { path: 'f1', previousPath: 'old', status: 'renamed', additions: 2, deletions: 1 }],
      isWhole: true,
    })
    expect(asked).toMatchObject([
      { parameters: { pull_number: 4, per_page: 100, page: 1 }, permissions: ['pull-requests: read'] },
    ])
  })

  test.each([
    [0, 1, true],
    [99, 1, true],
    [100, 2, true],
    [250, 3, true],
    [2_999, 30, true],
    [3_000, 30, false],
    [3_100, 30, false],
  ])('a list of %d changed files is read in %d requests; whole: %s', async (count, requests, isWhole) => {
    const { github, asked } = connectFiles(count)
    const found = await github.listChangedFiles(4)
    expect([asked.length, found.isWhole]).toEqual([requests, isWhole])
    expect(found.files.map(({ path }) => path)).toEqual(pathsOf(Math.min(3_000, count)))
  })

  test.each([
    ['are read on while pages are full', true, 3, 250],
    ['end where a page comes again', false, 2, 100],
  ])('without links, they %s', async (_name, isPaged, requests, count) => {
    const { github, asked } = connectIn(undefined, ({ parameters }) => {
      const skipped = isPaged ? (Number(parameters['page']) - 1) * 100 : 0
      return { data: files(Math.min(100, 250 - skipped), skipped) }
    })
    const found = await github.listChangedFiles(4)
    expect(found.files.map(({ path }) => path)).toEqual(pathsOf(count))
    expect(asked).toHaveLength(requests)
  })

  test('a page of changed files without patches and counts is read again in pages of ten', async () => {
    const { github, asked } = connectFiles(234, (page) => page > 1)
    const found = await github.listChangedFiles(4)
    expect(found.files.map(({ path }) => path)).toEqual(pathsOf(234))
    expect(found.files.every(({ patch }) => patch !== undefined)).toBe(true)
    const small = asked.filter(({ parameters }) => parameters['per_page'] === 10)
    const pages = Array.from({ length: 14 }, (_, index) => 11 + index)
    expect(small.map(({ parameters }) => parameters['page'])).toEqual(pages)
  })

  test.each([
    ['an empty patch only', 2, { ...BARE, patch: '' }],
    ['additions', 1, { ...BARE, additions: 1 }],
    ['deletions', 1, { ...BARE, deletions: 1 }],
    ['a patch', 1, { ...BARE, patch: '@@' }],
  ])('a page of changed files with %s takes %d requests', async (_name, requests, more) => {
    const { github, asked } = connect({ data: [file(0, more), file(1, BARE)] }, { data: [file(0)] })
    const found = await github.listChangedFiles(4)
    expect(asked).toHaveLength(requests)
    expect(found.files.map(({ patch }) => patch)).not.toContain('')
  })

  test('pages of changed files are read side by side, six at once', async () => {
    let [underWay, most] = [0, 0]
    const request: GitHubRequest = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise(setImmediate)
      underWay -= 1
      return { status: 200, data: [file(0)], link: '<https://x?page=20>; rel="last"' }
    }
    const found = await createGitHub(request, 'acme/app').listChangedFiles(4)
    expect([found.files.length, most]).toEqual([20, 6])
  })

  test('odd fields of a changed file count as absent', async () => {
    const odd = { filename: 'a', status: null, additions: -1, deletions: 1.5, patch: 7 }
    const found = await connect({ data: [odd] }).github.listChangedFiles(4)
    expect(found.files).toStrictEqual([{ path: 'a', status: '', additions: 0, deletions: 0 }])
  })

  test.each([null, {}, [{}], [{ filename: 7 }]])(
    'an answer that is not a list of files is an error: %j',
    async (data) => {
      await expect(connect({ data }).github.listChangedFiles(4)).rejects.toBeInstanceOf(GitHubError)
    },
  )
})

describe('a comparison', () => {
  const compare = (data: unknown) => connect({ data }).github.compareCommits('a', 'b')
  const commit = { commit: { message: '\nAdd retries\n\nBecause.' }, author: { login: 'writer' } }

  test('a comparison has files, and commits by the first line of their messages', async () => {
    const commits = [commit, { ...commit, author: null }]
    const data = { status: 'ahead', files: [file(0)], commits, total_commits: 240 }
    const { github, asked } = connect({ data })
    expect(await github.compareCommits('v1', 'v2')).toEqual({
      changed: { files: [READ_FILE], isWhole: true },
      isAhead: true,
      commits: [{ subject: 'Add retries' }, { subject: 'Add retries' }],
      commitCount: 240,
    })
    expect(asked).toMatchObject([
      {
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        parameters: { basehead: 'v1...v2', per_page: 100, page: 1 },
        permissions: ['contents: read'],
      },
    ])
  })

  test.each([
    [299, true],
    [300, false],
  ])('a comparison with %d files is whole: %s', async (count, isWhole) => {
    expect((await compare({ files: files(count), commits: [] })).changed?.isWhole).toBe(isWhole)
  })

  test.each(['diverged', 'behind', 'identical', undefined])(
    'a comparison whose status is %j is not ahead',
    async (status) => {
      const found = await compare({ status, files: [], commits: [commit] })
      expect(found).toMatchObject({ isAhead: false, changed: { files: [] } })
    },
  )

  test.each([{}, { files: null }])('a comparison %j says nothing of files', async (data) => {
    const found = await compare({ ...data, commits: [commit] })
    expect(found).toMatchObject({ changed: undefined, commitCount: 1 })
  })

  test.each([null, [], { commits: [{}] }, { commits: [], files: [{}] }])(
    'an answer that is not a comparison is an error: %j',
    async (data) => {
      await expect(compare(data)).rejects.toBeInstanceOf(GitHubError)
    },
  )
})

const RELEASE = { id: 1, tag_name: 'v1', prerelease: true, draft: false, published_at: '2026-01-02' }

test('releases come in the order of GitHub', async () => {
  const draft = { id: 2, tag_name: 'v2', draft: true, published_at: null }
  const { github, asked } = connect({ data: [draft, RELEASE] })
  expect(await github.listReleases(() => false)).toEqual([
    { id: 2, tag: 'v2', isPrerelease: false, isDraft: true, publishedAt: undefined },
    { id: 1, tag: 'v1', isPrerelease: true, isDraft: false, publishedAt: '2026-01-02' },
  ])
  expect(asked).toMatchObject([{ permissions: ['contents: read'] }])
})

test('releases are read page by page, until there are enough', async () => {
  const { github, asked } = connect({ data: [RELEASE], link: NEXT })
  expect(await github.listReleases((found) => found.length === 3)).toHaveLength(3)
  expect(asked).toHaveLength(3)
})

test.each(['id', 'tag_name'])('a release without %s is an error', async (field) => {
  const { github } = connect({ data: [{ ...RELEASE, [field]: undefined }] })
  await expect(github.listReleases(() => true)).rejects.toBeInstanceOf(GitHubError)
})
