import { type ApiCall, pageOf, type Routes, reply, replyPage } from './api-call.ts'
import { json, nodeId, orNotFound } from './api-message.ts'
import { type Commit, hash } from './git.ts'
import { userJson } from './people.ts'
import type { Repository } from './repository.ts'
import type { ListedFile } from './world.ts'

/** https://docs.github.com/rest/commits/commits */
export const commitRoutes: Routes = {
  'GET /commits': list,
  'GET /commits/{name}': readCommit,
  'GET /compare/{name}': compare,
}

function commitJson({ hub, htmlUrl }: Repository, { sha, parents, message, author, date, committer = author }: Commit) {
  const accountOf = (person: string) => (person.includes('@') ? null : userJson(hub, person))
  const [written, committed] = [author, committer].map((person) => ({ ...personJson(person), date }))
  return {
    sha,
    node_id: nodeId('Commit', sha),
    html_url: `${htmlUrl}/commit/${sha}`,
    commit: { message, author: written, committer: committed },
    author: accountOf(author),
    committer: accountOf(committer),
    parents: parents.map((id) => ({ sha: id })),
  }
}

/** Who made a commit, as Git has it: by a login, or by an address that belongs to no account. */
export function personJson(person: string) {
  const [name = ''] = person.split('@')
  return { name, email: person.includes('@') ? person : `${person}@users.noreply.github.com` }
}

export function fileJson({ additions = 0, deletions = 0, status = 'modified', ...file }: ListedFile) {
  return { ...file, sha: hash(file.filename), status, additions, deletions, changes: additions + deletions }
}

/** The history of a commit, newest first. https://docs.github.com/rest/commits/commits#list-commits */
function list(call: ApiCall) {
  const { repository, request } = call
  const { sha = 'main', since = '' } = request.query
  const history = repository.git.between(undefined, orNotFound(repository.git.find(sha)).sha)
  const recent = history.filter(({ date }) => !(Date.parse(date) < Date.parse(since)))
  return replyPage(call, recent.toReversed(), (commit) => commitJson(repository, commit))
}

/** With its files by page, compared with its first parent. https://docs.github.com/rest/commits/commits#get-a-commit */
function readCommit(call: ApiCall) {
  const { repository, parts } = call
  const commit = orNotFound(repository.git.find(parts.name))
  const files = repository.git.listChanges(commit.parents[0], commit.sha)
  const { headers } = replyPage(call, files)
  return json(200, { ...commitJson(repository, commit), files: pageOf(files, call.request).map(fileJson) }, headers)
}

/** https://docs.github.com/rest/commits/commits#compare-two-commits */
function compare({ repository, request, parts }: ApiCall) {
  const { git } = repository
  const [base, head] = parts.name.split('...', 2).map((name) => orNotFound(git.find(name))) as [Commit, Commit]
  const ahead = git.between(base.sha, head.sha)
  const behind = git.between(head.sha, base.sha).length
  const describe = (commit: Commit) => commitJson(repository, commit)
  return reply({
    base_commit: describe(base),
    merge_base_commit: describe(git.mergeBase(base.sha, head.sha) ?? base),
    status: ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical',
    ahead_by: ahead.length,
    behind_by: behind,
    total_commits: ahead.length,
    commits: pageOf(ahead, request, 250).map(describe),
  })
}
