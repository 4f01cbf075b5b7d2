import { expect, test } from 'vitest'
import type { GitHub } from '../../../src/github/github.ts'
import { connect } from './fake-answers.ts'

const COMMIT = { sha: 'c', commit: { message: 'M' }, parents: [] }
/** Of a description that has a source alone. */
const NOT_VISIBLE = [{}, { body: 'x' }, { body: 'x', body_text: null }, { body_text: 7 }]
const HALF_COMMITS = [[{ ...COMMIT, sha: 7 }], [{ ...COMMIT, parents: null }], [{ ...COMMIT, commit: {} }]]
const HALF_ASSOCIATIONS = [
  ...[null, { nodes: [] }, { nodes: [{}] }, { nodes: [{ oid: 'a' }] }],
  { nodes: [{ oid: 'a', associatedPullRequests: { nodes: [{}] } }] },
]
const NO_REPOSITORY = { repository: null }
const HALF_PAGE = { repository: { pullRequests: { totalCount: 0, pageInfo: {}, nodes: [] } } }
const UNKNOWN_PERMISSIONS = [{}, { permission: 'maintain' }, { permission: 'ADMIN' }, { permission: ['admin'] }]

const PLACE = { owner: 'acme', repo: 'docs', number: 4 }

test.each<[string, (github: GitHub) => Promise<unknown>, unknown[]]>([
  ['a new comment', (github) => github.createComment(1, 'x'), [null, 'text', [], {}, { id: '5' }]],
  ['an edited comment', (github) => github.updateComment(1, 'x'), [null, {}]],
  ['a list of comments', (github) => github.fetchComments(1, undefined), [null, { 0: { id: 1 } }, [{ id: 1 }, 'x']]],
  ['a list of files', (github) => github.fetchChangedFiles(4), [null, {}, [{}], [{ filename: 7 }]]],
  // A commit without the ID for GraphQL can't be related to pull requests.
  ['a comparison', (github) => github.fetchComparison('a', 'b'), [{ commits: [COMMIT] }, { commits: [], files: [{}] }]],
  ['a list of releases', (github) => github.fetchReleases(() => true), [[{ tag_name: 'v1' }], [{ id: 1 }]]],
  ['a pull request', (github) => github.fetchPullRequest(PLACE), [null, {}, { state: 'merged' }, 'open']],
  ['a list of commits', (github) => github.fetchPullRequestCommits(PLACE, 250), [{}, ...HALF_COMMITS]],
  ['a list of associated pull requests', (github) => github.fetchAssociatedPullRequests(['id']), HALF_ASSOCIATIONS],
  [
    'a page of pull requests',
    (github) => github.fetchPullRequestPages(PLACE, ['open']).next(),
    [null, NO_REPOSITORY, HALF_PAGE],
  ],
  ['the account of the token', (github) => github.fetchViewer(), [null, { viewer: { login: 'a' } }]],
  ['the files of a commit', (github) => github.fetchCommitFiles('a'), [{ files: {} }, { files: [{ filename: 7 }] }]],
  ['a reaction', (github) => github.react({ kind: 'issue comment', id: 1 }, 'eyes'), [{}, { content: 'rocket' }]],
  ['an empty answer', (github) => github.deleteComment(1), ['page', {}]],
  ['a known permission', (github) => github.fetchPermission('x'), [null, ...UNKNOWN_PERMISSIONS]],
  ['a thread', (github) => github.fetchDescription(3), [null, 'text', [], {}, { body_text: 'x' }]],
  ['visible notes', (github) => github.fetchReleaseNotes(3), NOT_VISIBLE],
  ['a visible text', (github) => github.fetchDescription(3), NOT_VISIBLE.map((text) => ({ number: 3, ...text }))],
])('an answer that is not %s is an error that names the operation', async (_what, call, answers) => {
  for (const data of answers)
    await expect(call(connect({ data }).github)).rejects.toMatchObject({
      name: 'GitHubError',
      status: 200,
      message: expect.stringMatching(
        /^Couldn't .* acme\/(app|docs): GitHub's response doesn't have the documented form/,
      ),
    })
})
