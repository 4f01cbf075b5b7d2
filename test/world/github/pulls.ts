import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { json, orNotFound, Refusal } from './api-message.ts'
import { merge } from './code-changes.ts'
import { fileJson } from './commits.ts'
import { type Repository, repositoryJson, timeOf } from './repository.ts'
import { findThread, type NewThread, openThread, type Thread, threadJson } from './threads.ts'
import { announce, deliverPush } from './webhooks.ts'
import type { ListedFile } from './world.ts'

export interface Pull {
  head: string
  base: string
  /** Where the base branch stood at first. */
  baseSha: string
  /** Where the head branch stood when the pull request ended. */
  endSha?: string
  mergedAt?: string
  mergeCommit?: string
  /** Commits of the base branch that it brought. */
  brought?: readonly string[]
  listed?: readonly ListedFile[]
}

export type PullThread = Thread & { pull: Pull }

/** https://docs.github.com/rest/pulls/pulls */
export const pullRoutes: Routes = {
  'GET /pulls': list,
  'POST /pulls': create,
  'GET /pulls/{number}': ({ repository, parts }) => reply(pullJson(findPull(repository, parts.number))),
  'GET /pulls/{number}/files': listFiles,
  'PUT /pulls/{number}/merge': mergeByRequest,
}

export function openPull(
  repository: Repository,
  { head, base, ...thread }: NewThread & { head: string; base: string },
): PullThread {
  const baseSha = orNotFound(repository.git.find(base)).sha
  return Object.assign(openThread(repository, thread), { pull: { head, base, baseSha } })
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
  const { git } = repository
  const isOnDefault = git.between(undefined, git.tipOf('main')).some((commit) => commit.sha === sha)
  return listPulls(repository).filter((thread) => {
    const { brought = [], baseSha } = thread.pull
    if (brought.includes(sha)) return true
    return !isOnDefault && git.between(baseSha, headOf(thread)).some((commit) => commit.sha === sha)
  })
}

export function isPull(thread: Thread): thread is PullThread {
  return thread.pull !== undefined
}

/** One that has ended keeps the head that it had then, whatever becomes of its branch. */
export function endPull(thread: PullThread, how: Partial<Pull> = {}): void {
  thread.closedAt = timeOf(thread.repository.hub)
  Object.assign(thread.pull, { endSha: headOf(thread), ...how })
}

export function headOf({ repository, pull }: PullThread): string {
  return pull.endSha ?? repository.git.tipOf(pull.head)
}

function filesOf(thread: PullThread): readonly ListedFile[] {
  const { repository, pull } = thread
  return pull.listed ?? repository.git.listChanges(pull.baseSha, headOf(thread))
}

export function pullJson(thread: PullThread) {
  const { repository, pull } = thread
  const repo = repositoryJson(repository)
  return {
    ...threadJson(thread),
    head: { ref: pull.head, sha: headOf(thread), repo },
    base: { ref: pull.base, sha: pull.baseSha, repo },
    draft: false,
    merged: pull.mergedAt !== undefined,
    merged_at: pull.mergedAt ?? null,
    merge_commit_sha: pull.mergeCommit ?? null,
    changed_files: filesOf(thread).length,
  }
}

/** Newest first; those that are open, unless `state` says otherwise. */
function list(call: ApiCall) {
  const { state = 'open' } = call.request.query
  const wanted = listPulls(call.repository).filter((thread) => [threadJson(thread).state, 'all'].includes(state))
  return replyPage(call, wanted.toReversed(), pullJson)
}

function create(call: ApiCall) {
  const { head = '', base = '', title = '', body = '' } = call.body as Record<string, string>
  return json(201, pullJson(openPull(call.repository, { head, base, title, body, author: senderOf(call) })))
}

function listFiles(call: ApiCall) {
  return replyPage(call, filesOf(findPull(call.repository, call.parts.number)), fileJson)
}

function mergeByRequest(call: ApiCall) {
  const { git } = call.repository
  const thread = findPull(call.repository, call.parts.number)
  const { base } = thread.pull
  const before = git.tipOf(base)
  if (thread.closedAt !== undefined) throw new Refusal(405, 'Pull Request is not mergeable')
  merge(thread)
  announce(call, deliverPush(call.repository, base, before, senderOf(call)))
  return reply({ sha: git.tipOf(base), merged: true, message: 'Pull Request successfully merged' })
}
