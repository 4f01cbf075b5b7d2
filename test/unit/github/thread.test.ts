import { describe, expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import type { Answer, GitHubRequest } from '../../../src/github/octokit.ts'
import { createGitHub } from '../../../src/github/thread.ts'

interface Asked {
  route: string
  parameters: Record<string, unknown>
  isRepeatable: boolean
  permission: string
}

/** GitHub that gives these answers in turn, the last one for ever. */
function connect(...answers: (Partial<Answer> | Error)[]) {
  const asked: Asked[] = []
  const request: GitHubRequest = async ({ isRepeatable, permission }, route, parameters) => {
    asked.push({ route, parameters, isRepeatable, permission })
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer === undefined || answer instanceof Error) throw answer
    return { status: 200, data: undefined, link: '', ...answer }
  }
  return { github: createGitHub(request, 'acme/app'), asked }
}

const comment = (id: number) => ({
  id,
  html_url: `https://github.com/c/${id}`,
  body: `Body ${id}`,
  user: { id: 9 },
})
const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => comment(from + index))
const NEXT = '<https://api.github.com/x?page=2>; rel="next", <https://api.github.com/x?page=9>; rel="last"'

describe('pages of comments', () => {
  test('one page', async () => {
    const { github, asked } = connect({ data: page(1, 2) })
    expect((await github.listComments(3, '2026-01-02T03:04:05Z')).map(({ id }) => id)).toEqual([1, 2])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.parameters).toMatchObject({
      owner: 'acme',
      repo: 'app',
      issue_number: 3,
      since: '2026-01-02T03:04:05Z',
      per_page: 100,
      page: 1,
    })
  })

  test('all pages, as long as there is a next one', async () => {
    const { github, asked } = connect(
      { data: page(1, 100), link: NEXT },
      { data: page(101, 100), link: NEXT },
      { data: page(201, 3), link: '<https://api.github.com/x?page=2>; rel="prev"' },
    )
    const comments = await github.listComments(3, undefined)
    expect(comments).toHaveLength(203)
    expect(asked.map(({ parameters }) => parameters['page'])).toEqual([1, 2, 3])
    expect(asked.every(({ parameters }) => !('since' in parameters))).toBe(true)
  })

  test('a GitHub without links: full pages may have a next one', async () => {
    const { github, asked } = connect({ data: page(1, 100) }, { data: page(101, 100) }, { data: [] })
    expect(await github.listComments(3, undefined)).toHaveLength(200)
    expect(asked).toHaveLength(3)
  })

  test('a page that is short although there is a next one is not the last', async () => {
    const { github } = connect({ data: page(1, 50), link: NEXT }, { data: page(51, 1) })
    expect(await github.listComments(3, undefined)).toHaveLength(51)
  })

  test('an empty page ends it, whatever the link says', async () => {
    const { github, asked } = connect({ data: page(1, 100), link: NEXT }, { data: [], link: NEXT })
    expect(await github.listComments(3, undefined)).toHaveLength(100)
    expect(asked).toHaveLength(2)
  })

  test('a GitHub that never ends does not keep us for ever', async () => {
    const { github, asked } = connect({ data: page(1, 100), link: NEXT })
    await github.listComments(3, undefined)
    expect(asked.length).toBeLessThanOrEqual(100)
  })

  test('oldest first, whatever the order was', async () => {
    const { github } = connect({ data: [comment(7), comment(2), comment(5)] })
    expect((await github.listComments(3, undefined)).map(({ id }) => id)).toEqual([2, 5, 7])
  })

  test('a page that fails is no end of the list', async () => {
    const error = new GitHubError('list', { status: 502, answer: 'no', hint: '' })
    const { github } = connect({ data: page(1, 100), link: NEXT }, error)
    await expect(github.listComments(3, undefined)).rejects.toBe(error)
  })
})

test('names of changed files, up to a maximum', async () => {
  const files = Array.from({ length: 100 }, (_, index) => ({ filename: `f${index}` }))
  const { github, asked } = connect({ data: files, link: NEXT })
  const names = await github.listChangedFiles(4, 150)
  expect(names).toHaveLength(150)
  expect(asked).toHaveLength(2)
})

describe('answers that are not what they should be', () => {
  test.each([null, 'text', [], {}, { id: '5' }, { id: null }, 7])('no comment: %j', async (data) => {
    for (const call of ['createComment', 'updateComment'] as const) {
      const failing = connect({ data }).github[call](1, 'x')
      await expect(failing).rejects.toBeInstanceOf(GitHubError)
    }
  })

  test.each([null, 'text', {}, { 0: comment(1) }, [null], [{}], [comment(1), 'x']])(
    'no list of comments: %j',
    async (data) => {
      await expect(connect({ data }).github.listComments(1, undefined)).rejects.toBeInstanceOf(GitHubError)
    },
  )

  test.each([null, {}, { permission: 'owner' }, { permission: 'ADMIN' }, { permission: ['admin'] }, 'admin'])(
    'no permission: %j lets nobody in',
    async (data) => {
      await expect(connect({ data }).github.permissionOf('x')).rejects.toBeInstanceOf(GitHubError)
    },
  )

  test('a comment whose other fields are odd is one all the same', async () => {
    const { github } = connect({ data: { id: 5, html_url: null, body: null, user: null } })
    expect(await github.createComment(1, 'x')).toMatchObject({ id: 5, url: '', body: '' })
  })
})

test('the permission, not the name of the role, is what is read', async () => {
  for (const permission of ['admin', 'write', 'read', 'none']) {
    const { github } = connect({
      data: { permission, role_name: 'admin', user: { permissions: { admin: true } } },
    })
    expect(await github.permissionOf('x')).toBe(permission)
  }
})

test.each([
  [201, 'first'],
  [200, 'again'],
])('a reaction answered with %d was the %s', async (status, which) => {
  for (const kind of ['issue comment', 'review comment'] as const) {
    const { github, asked } = connect({ status, data: {} })
    expect(await github.react({ kind, id: 11 }, 'eyes')).toBe(which)
    expect(asked[0]?.route).toContain(kind === 'issue comment' ? '/issues/comments/' : '/pulls/comments/')
    expect(asked[0]?.parameters).toMatchObject({ comment_id: 11, content: 'eyes' })
  }
})

test.each([
  [
    { title: 'T', html_url: 'u', body: 'B' },
    { kind: 'issue', title: 'T', url: 'u', body: 'B' },
  ],
  [{ pull_request: {} }, { kind: 'pull request' }],
  [{ pull_request: null, title: null, body: 7 }, { kind: 'issue' }],
])('a thread %j is read as %j', async (data, thread) => {
  expect(await connect({ data }).github.readThread(3)).toEqual(thread)
})

test('only a comment that is posted twice does harm', async () => {
  const { github, asked } = connect({ data: comment(5) })
  await github.createComment(1, 'x')
  await github.updateComment(5, 'x')
  await github.deleteComment(5)
  await github.readComment(5)
  await github.react({ kind: 'issue comment', id: 5 }, 'rocket')
  expect(asked.map(({ isRepeatable }) => isRepeatable)).toEqual([false, true, true, true, true])
  expect(asked.map(({ permission }) => permission)).toEqual([
    'issues: write',
    'issues: write',
    'issues: write',
    'issues: read',
    'issues: write',
  ])
})
