import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { addressesBelow, json, orNotFound } from './api-message.ts'
import { commitJson, fileJson } from './commits.ts'
import { organization, userJson } from './people.ts'
import { type Repository, repositoryJson, timeOf } from './repository.ts'
import { findThread, type NewThread, openThread, type Thread, threadJson } from './threads.ts'
import { announce, deliverPull } from './webhooks.ts'
import type { ListedFile } from './world.ts'

/** What a pull request has beside what every thread has. */
export interface Pull {
  /** Branches. */
  head: string
  base: string
  isDraft?: boolean
  /** The fork that has the branch. */
  fork?: string | undefined
  /** Where the base branch stood at first. */
  baseSha: string
  /** Where the head branch stood when the pull request ended. */
  endSha?: string
  mergedAt?: string
  mergeCommit?: string
  /** Commits of the base branch that it brought. */
  brought?: readonly string[]
  /** From when on GitHub relates them to it, in milliseconds since 1970. */
  relatesAtMs?: number
  /** What it lists in place of the files that its branch changes. */
  listed?: readonly ListedFile[]
}

export type PullThread = Thread & { pull: Pull }

/** https://docs.github.com/rest/pulls/pulls */
export const pullRoutes: Routes = {
  'GET /pulls': list,
  'POST /pulls': create,
  'GET /pulls/{number}': ({ repository, parts }) => reply(pullJson(findPull(repository, parts.number))),
  'PATCH /pulls/{number}': close,
  'GET /pulls/{number}/files': listFiles,
  'GET /pulls/{number}/commits': listCommits,
}

export function openPull(
  repository: Repository,
  { head: from, base, ...thread }: NewThread & { head: string; base: string },
): PullThread {
  const [head = '', owner] = from.split(':').toReversed()
  const fork = owner && `${owner}/${repository.name.split('/')[1]}`
  const baseSha = orNotFound(repository.git.find(base)).sha
  return Object.assign(openThread(repository, thread), { pull: { head, base, baseSha, ...(fork && { fork }) } })
}

export function findPull(repository: Repository, number: string | number): PullThread {
  const thread = findThread(repository, number)
  return orNotFound(isPull(thread) ? thread : undefined)
}

export function listPulls({ threads }: Repository): PullThread[] {
  return threads.filter(isPull)
}

/**
 * The merged pull requests that brought a commit; if it isn't on the default branch, also those that ask for it.
 * https://docs.github.com/graphql/reference/objects#commit
 */
export function listPullsOf(repository: Repository, sha: string): PullThread[] {
  const { git, hub } = repository
  const isOnDefault = git.between(undefined, git.tipOf('main')).some((commit) => commit.sha === sha)
  return listPulls(repository).filter((thread) => {
    const { brought = [], relatesAtMs = 0, baseSha } = thread.pull
    if (brought.includes(sha)) return hub.now() >= relatesAtMs
    return !isOnDefault && git.between(baseSha, headOf(thread)).some((commit) => commit.sha === sha)
  })
}

function isPull(thread: Thread): thread is PullThread {
  return thread.pull !== undefined
}

/** One that has ended keeps the head that it had then, whatever becomes of its branch. */
export function endPull(thread: PullThread, how: Partial<Pull> = {}): void {
  thread.closedAt = timeOf(thread.repository.hub)
  Object.assign(thread.pull, { endSha: headOf(thread), ...how })
}

/** The commit at its head. */
export function headOf({ repository, pull }: PullThread): string {
  return pull.endSha ?? repository.git.tipOf(pull.head)
}

export function filesOf(thread: PullThread): readonly ListedFile[] {
  const { repository, pull } = thread
  return pull.listed ?? repository.git.listChanges(pull.baseSha, headOf(thread))
}

export function pullJson(thread: PullThread) {
  const { repository, number, pull } = thread
  const { hub, git, comments } = repository
  const shared = threadJson(thread)
  const { html_url } = shared
  const url = `${repository.url}/pulls/${number}`
  const issue = `${repository.url}/issues/${number}`
  const files = filesOf(thread)
  const sum = (name: 'additions' | 'deletions') => files.reduce((total, file) => total + (file[name] ?? 0), 0)
  const addresses = {
    ...addressesBelow(url, 'commits review_comments=comments'),
    ...addressesBelow(repository.url, `review_comment=pulls/comments{/number} statuses/${headOf(thread)}`),
    comments_url: `${issue}/comments`,
    issue_url: issue,
  }
  const links = Object.entries({ self_url: url, html_url, ...addresses })
  return {
    ...shared,
    ...addresses,
    url,
    diff_url: `${html_url}.diff`,
    patch_url: `${html_url}.patch`,
    _links: Object.fromEntries(links.map(([name, href]) => [name.replace('_url', ''), { href }])),
    head: endJson(repository, pull.head, headOf(thread), pull.fork),
    base: endJson(repository, pull.base, pull.baseSha),
    merged: pull.mergedAt !== undefined,
    merged_at: pull.mergedAt ?? null,
    merged_by: pull.mergedAt === undefined ? null : userJson(hub, 'maintainer'),
    merge_commit_sha: pull.mergeCommit ?? null,
    commits: git.between(pull.baseSha, headOf(thread)).length,
    review_comments: comments.filter((each) => each.thread === thread && each.kind === 'review').length,
    changed_files: files.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
    draft: pull.isDraft === true,
    mergeable: null,
    mergeable_state: 'unknown',
    maintainer_can_modify: false,
    auto_merge: null,
    requested_reviewers: [],
    requested_teams: [],
  }
}

function endJson(repository: Repository, ref: string, sha: string, fork?: string) {
  const [owner = organization] = fork?.split('/') ?? []
  const user = userJson(repository.hub, owner)
  const repo = { ...repositoryJson(repository), ...(fork && { full_name: fork, owner: user, fork: true, id: 99 }) }
  return { label: `${owner}:${ref}`, ref, sha, user, repo }
}

/** Newest first, by creation or by `sort=updated`; those that are open, unless `state` says otherwise. */
function list(call: ApiCall) {
  const { state = 'open', base, sort } = call.request.query
  const wanted = listPulls(call.repository)
    .map((thread) => ({ thread, shown: threadJson(thread) }))
    .filter(({ thread, shown }) => shown.state === state && (base === undefined || thread.pull.base === base))
  const time = ({ shown }: (typeof wanted)[number]) => (sort === 'updated' ? shown.updated_at : shown.created_at)
  const sorted = wanted.reverse().sort((a, b) => Date.parse(time(b)) - Date.parse(time(a)))
  return replyPage(call, sorted, ({ thread }) => pullJson(thread))
}

/** The only change that anybody asks for here. */
function close(call: ApiCall) {
  const thread = findPull(call.repository, call.parts.number)
  if (thread.closedAt !== undefined) return reply(pullJson(thread))
  endPull(thread)
  announce(call, deliverPull(thread, senderOf(call), { action: 'closed' }))
  return reply(pullJson(thread))
}

function create(call: ApiCall) {
  const { head = '', base = '', title = '', body = '' } = call.body as Record<string, string>
  const thread = openPull(call.repository, { head, base, title, body, author: senderOf(call) })
  announce(call, deliverPull(thread, senderOf(call), { action: 'opened' }))
  return json(201, pullJson(thread))
}

/** Oldest first, and no more than 250. */
function listCommits(call: ApiCall) {
  const { repository } = call
  const thread = findPull(repository, call.parts.number)
  const commits = repository.git.between(thread.pull.baseSha, headOf(thread)).slice(0, 250)
  return replyPage(call, commits, (commit) => commitJson(repository, commit))
}

function listFiles(call: ApiCall) {
  const files = filesOf(findPull(call.repository, call.parts.number))
  return replyPage(call, files, (file) => fileJson(call.repository, file))
}
