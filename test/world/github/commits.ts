import { type ApiCall, pageOf, type Routes, reply, replyPage } from './api-call.ts'
import { addressesBelow, json, nodeId, orNotFound } from './api-message.ts'
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

export function commitJson({ hub, url, htmlUrl }: Repository, commit: Commit) {
  const { sha, parents, message, author, date, committer = author } = commit
  const accountOf = (person: string) => (person.includes('@') ? null : userJson(hub, person))
  const [written, committed] = [author, committer].map((person) => ({ ...personJson(person), date }))
  const at = (id: string) => ({ sha: id, url: `${url}/commits/${id}`, html_url: `${htmlUrl}/commit/${id}` })
  return {
    ...at(sha),
    ...addressesBelow(`${url}/commits/${sha}`, 'comments'),
    node_id: nodeId('Commit', sha),
    commit: {
      message,
      author: written,
      committer: committed,
      comment_count: 0,
      url: `${url}/git/commits/${sha}`,
      // GitHub takes a commit where it wants a tree.
      tree: { sha, url: `${url}/git/trees/${sha}` },
    },
    author: accountOf(author),
    committer: accountOf(committer),
    parents: parents.map(at),
  }
}

/** Who made a commit, as Git has it: by a login, or by an address that belongs to no account. */
export function personJson(person: string) {
  const [name = ''] = person.split('@')
  return { name, email: person.includes('@') ? person : `${person}@users.noreply.github.com` }
}

/** A file that changes, with a made-up id. */
export function fileJson({ url, htmlUrl }: Repository, file: ListedFile) {
  const { filename, additions = 0, deletions = 0, status = 'modified' } = file
  const sha = hash(filename)
  const path = encodeURIComponent(filename)
  return {
    ...file,
    sha,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${htmlUrl}/blob/${sha}/${path}`,
    raw_url: `${htmlUrl}/raw/${sha}/${path}`,
    contents_url: `${url}/contents/${path}?ref=${sha}`,
  }
}

/** The history of a commit, newest first. https://docs.github.com/rest/commits/commits#list-commits */
function list(call: ApiCall) {
  const { repository, request } = call
  const { sha = 'main', since = '', until = '' } = request.query
  const history = repository.git.between(undefined, orNotFound(repository.git.find(sha)).sha)
  const recent = history.filter(
    ({ date }) => !(Date.parse(date) < Date.parse(since) || Date.parse(date) > Date.parse(until)),
  )
  return replyPage(call, recent.toReversed(), (commit) => commitJson(repository, commit))
}

/** With its files by page, compared with its first parent. https://docs.github.com/rest/commits/commits#get-a-commit */
function readCommit(call: ApiCall) {
  const { repository, parts } = call
  const commit = orNotFound(repository.git.find(parts.name))
  const files = repository.git.listChanges(commit.parents[0], commit.sha)
  const sum = (name: 'additions' | 'deletions') => files.reduce((total, file) => total + (file[name] ?? 0), 0)
  const stats = { additions: sum('additions'), deletions: sum('deletions'), total: sum('additions') + sum('deletions') }
  const { headers } = replyPage(call, files)
  const listed = pageOf(files, call.request).map((file) => fileJson(repository, file))
  return json(200, { ...commitJson(repository, commit), stats, files: listed }, headers)
}

/** https://docs.github.com/rest/commits/commits#compare-two-commits */
function compare({ repository, request, parts }: ApiCall) {
  const { git, url, htmlUrl } = repository
  const [base, head] = parts.name.split('...', 2).map((name) => orNotFound(git.find(name))) as [Commit, Commit]
  const ahead = git.between(base.sha, head.sha)
  const behind = git.between(head.sha, base.sha).length
  const mergeBase = git.mergeBase(base.sha, head.sha) ?? base
  const files = git
    .listChanges(base.sha, head.sha)
    .slice(0, 300)
    .map((file) => fileJson(repository, file))
  const page = `${htmlUrl}/compare/${parts.name}`
  return reply({
    url: `${url}/compare/${parts.name}`,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitJson(repository, base),
    merge_base_commit: commitJson(repository, mergeBase),
    status: ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical',
    ahead_by: ahead.length,
    behind_by: behind,
    total_commits: ahead.length,
    commits: pageOf(ahead, request, 250).map((commit) => commitJson(repository, commit)),
    files: request.query['page'] === undefined || request.query['page'] === '1' ? files : [],
  })
}
