import { describe, expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import type { GitHubRequest } from '../../../src/github/octokit.ts'
import { createGitHub } from '../../../src/github/thread.ts'
import { connect, connectAnswering, NEXT } from './fake-answers.ts'

function file(index: number, more: Record<string, unknown> = {}) {
  return { filename: `f${index}`, status: 'modified', additions: 2, deletions: 1, patch: '@@', ...more }
}

/** A pull request with this many files; pages of a hundred have no patches where `isBare` says so. */
function connectFiles(count: number, isBare: (page: number) => boolean = () => false) {
  return connectAnswering(({ parameters }) => {
    const [page, size] = [Number(parameters['page']), Number(parameters['per_page'])]
    const numbers = Array.from({ length: count }, (_, index) => index).slice((page - 1) * size, page * size)
    const bare = { additions: 0, deletions: 0, patch: undefined }
    const last = Math.ceil(count / size)
    return {
      data: numbers.map((index) => file(index, size === 100 && isBare(page) ? bare : {})),
      link: page < last ? `<https://x?per_page=100&page=${last}>; rel="last"` : '',
    }
  })
}

describe('the files of a pull request', () => {
  test('a single page of changed files takes one request', async () => {
    const renamed = file(1, { status: 'renamed', previous_filename: 'old', patch: undefined })
    const { github, asked } = connect({ data: [file(0), renamed] })
    expect(await github.listChangedFiles(4)).toEqual({
      files: [
        { path: 'f0', status: 'modified', additions: 2, deletions: 1, patch: '@@' },
        { path: 'f1', previousPath: 'old', status: 'renamed', additions: 2, deletions: 1 },
      ],
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
    const paths = Array.from({ length: Math.min(3_000, count) }, (_, index) => `f${index}`)
    expect(found.files.map(({ path }) => path)).toEqual(paths)
  })

  test.each([
    ['are read on while pages are full', true, 3, 250],
    ['end where a page comes again', false, 2, 100],
  ])('without links, they %s', async (_name, isPaged, requests, count) => {
    const { github, asked } = connectAnswering(({ parameters }) => {
      const skipped = isPaged ? (Number(parameters['page']) - 1) * 100 : 0
      return { data: Array.from({ length: Math.min(100, 250 - skipped) }, (_, i) => file(skipped + i)) }
    })
    const { files } = await github.listChangedFiles(4)
    expect(files.map(({ path }) => path)).toEqual(Array.from({ length: count }, (_, index) => `f${index}`))
    expect(asked).toHaveLength(requests)
  })

  test('a page of changed files without patches and counts is read again in pages of ten', async () => {
    const { github, asked } = connectFiles(234, (page) => page > 1)
    const { files } = await github.listChangedFiles(4)
    expect(files.map(({ path }) => path)).toEqual(Array.from({ length: 234 }, (_, index) => `f${index}`))
    expect(files.every(({ patch }) => patch !== undefined)).toBe(true)
    const small = asked.filter(({ parameters }) => parameters['per_page'] === 10)
    expect(small.map(({ parameters }) => parameters['page'])).toEqual(
      Array.from({ length: 14 }, (_, index) => 11 + index),
    )
  })

  test('an empty patch is none', async () => {
    const bare = file(0, { patch: '', additions: 0, deletions: 0 })
    const { github, asked } = connect({ data: [bare] }, { data: [file(0)] })
    expect((await github.listChangedFiles(4)).files).toMatchObject([{ patch: '@@' }])
    expect(asked).toHaveLength(2)
    const { files } = await connect({ data: [file(0, { patch: '' }), file(1)] }).github.listChangedFiles(4)
    expect(files.map(({ patch }) => patch)).toEqual([undefined, '@@'])
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
    const { files } = await createGitHub(request, 'acme/app').listChangedFiles(4)
    expect([files.length, most]).toEqual([20, 6])
  })

  test('odd fields of a changed file count as absent', async () => {
    const odd = { filename: 'a', status: null, additions: -1, deletions: 'x', patch: 7 }
    const { files } = await connect({ data: [odd] }).github.listChangedFiles(4)
    expect(files).toEqual([{ path: 'a', status: '', additions: 0, deletions: 0 }])
  })

  test.each([null, {}, [{}], [{ filename: 7 }]])(
    'an answer that is not a list of files is an error: %j',
    async (data) => {
      await expect(connect({ data }).github.listChangedFiles(4)).rejects.toBeInstanceOf(GitHubError)
    },
  )
})

describe('a comparison', () => {
  const commit = { commit: { message: '\nAdd retries\n\nBecause.' }, author: { login: 'writer' } }

  test('a comparison has files, and commits by the first line of their messages', async () => {
    const { github, asked } = connect({
      data: {
        status: 'ahead',
        files: [file(0)],
        commits: [commit, { ...commit, author: null }],
        total_commits: 240,
      },
    })
    expect(await github.compareCommits('v1', 'v2')).toEqual({
      changed: {
        files: [{ path: 'f0', status: 'modified', additions: 2, deletions: 1, patch: '@@' }],
        isWhole: true,
      },
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
    const files = Array.from({ length: count }, (_, index) => file(index))
    const { changed } = await connect({ data: { files, commits: [] } }).github.compareCommits('a', 'b')
    expect(changed?.isWhole).toBe(isWhole)
  })

  test.each(['diverged', 'behind', 'identical', undefined, 7])(
    'a comparison whose status is %j is not ahead',
    async (status) => {
      const { github } = connect({ data: { status, files: [], commits: [commit] } })
      expect(await github.compareCommits('a', 'b')).toMatchObject({ isAhead: false, changed: { files: [] } })
    },
  )

  test.each([{}, { files: null }])('a comparison %j says nothing of files', async (data) => {
    const found = await connect({ data: { ...data, commits: [commit] } }).github.compareCommits('a', 'b')
    expect(found).toMatchObject({ changed: undefined, commitCount: 1 })
  })

  test('a commit that is gone is the error that GitHub answers', async () => {
    const gone = new GitHubError('compare', { status: 404, answer: 'it answered 404', hint: '' })
    await expect(connect(gone).github.compareCommits('a', 'b')).rejects.toBe(gone)
  })

  test.each([null, [], { files: [{}] }, { commits: [{}] }])(
    'an answer that is not a comparison is an error: %j',
    async (data) => {
      await expect(connect({ data }).github.compareCommits('a', 'b')).rejects.toBeInstanceOf(GitHubError)
    },
  )
})

describe('releases', () => {
  const published = { id: 1, tag_name: 'v1', prerelease: true, draft: false, published_at: '2026-01-02' }

  test('releases come in the order of GitHub', async () => {
    const { github, asked } = connect({
      data: [{ id: 2, tag_name: 'v2', draft: true, published_at: null }, published],
    })
    expect(await github.listReleases(() => false)).toEqual([
      { id: 2, tag: 'v2', isPrerelease: false, isDraft: true, publishedAt: undefined },
      { id: 1, tag: 'v1', isPrerelease: true, isDraft: false, publishedAt: '2026-01-02' },
    ])
    expect(asked).toMatchObject([{ permissions: ['contents: read'] }])
  })

  test('releases are read page by page, until there are enough', async () => {
    const { github, asked } = connect({ data: [published], link: NEXT })
    expect(await github.listReleases((found) => found.length === 3)).toHaveLength(3)
    expect(asked).toHaveLength(3)
  })
})
