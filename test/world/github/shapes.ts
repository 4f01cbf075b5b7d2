import { isObject } from './api-message.ts'
import { actionsBot, actionsBotId, findPerson } from './people.ts'
import { asIssueOfPull } from './pulls.ts'
import { subjectOf } from './reactions.ts'
import { type LayerState, threadKey } from './state.ts'

/** JSON of the emulator -> JSON as GitHub has it. Goes through answers and webhook payloads alike. */
export function mendShapes(state: LayerState, text: string, emulatorUrl: string): unknown {
  return mend(state, JSON.parse(replaceUrls(state, text, emulatorUrl)))
}

/** Puts the addresses of the layer in place of the emulator's. */
export function replaceUrls(state: LayerState, text: string, emulatorUrl: string): string {
  const { host } = new URL(emulatorUrl)
  if (!text.includes(host)) return text
  return text
    .replaceAll(/(http:\/\/localhost:\d+)(?=\/(repos|users|orgs|repositories|user)\/)/g, (found) =>
      found === emulatorUrl ? state.apiUrl : found,
    )
    .replaceAll(emulatorUrl, state.serverUrl)
    .replaceAll(host, new URL(state.serverUrl).host)
}

function mend(state: LayerState, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mend(state, each))
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    name.endsWith('_at') && typeof field === 'string' ? toSeconds(field) : mend(state, field),
  ])
  return mendObject(state, Object.fromEntries(fields))
}

/** GitHub's times have no fraction, so `since` and order can't rely on one. */
function toSeconds(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z')
}

function mendObject(state: LayerState, value: Record<string, unknown>): Record<string, unknown> {
  if ('login' in value && 'type' in value) return mendUser(state, value)
  if ('issue_url' in value && 'body' in value && !('head' in value)) return mendIssueComment(state, value)
  if ('pull_request_url' in value && 'diff_hunk' in value) return mendReviewComment(state, value)
  if ('number' in value && 'locked' in value) return mendThread(state, value)
  if ('full_name' in value && 'private' in value) return mendRepository(state, value)
  if ('tag_name' in value && 'prerelease' in value) return mendRelease(state, value)
  return value
}

/** The emulator seeds people only; bots are of another type, and the bot of Actions has an id of its own. */
function mendUser(state: LayerState, user: Record<string, unknown>): Record<string, unknown> {
  if (user['type'] === 'Organization') return mendOrganization(user)
  const person = findPerson(state.people, String(user['login']))?.person
  if (person?.type !== 'Bot') return user
  const escaped = Object.entries(user).map(([name, field]) => [
    name,
    name.endsWith('url') ? String(field).replace('[bot]', '%5Bbot%5D') : field,
  ])
  const htmlUrl = `${state.serverUrl}/apps/${String(user['login']).replace('[bot]', '')}`
  const id = user['login'] === actionsBot ? actionsBotId : user['id']
  return { ...Object.fromEntries(escaped), id, type: 'Bot', html_url: htmlUrl }
}

/** The owner of a repository has the fields of a user, also where it is an organization. */
function mendOrganization(owner: Record<string, unknown>): Record<string, unknown> {
  const url = String(owner['url']).replace('/orgs/', '/users/')
  return {
    ...{ gravatar_id: '', site_admin: false },
    ...{ followers_url: `${url}/followers`, following_url: `${url}/following{/other_user}` },
    ...{ gists_url: `${url}/gists{/gist_id}`, starred_url: `${url}/starred{/owner}{/repo}` },
    ...{ subscriptions_url: `${url}/subscriptions`, organizations_url: `${url}/orgs` },
    ...{ received_events_url: `${url}/received_events` },
    ...owner,
  }
}

function mendIssueComment(state: LayerState, comment: Record<string, unknown>): Record<string, unknown> {
  const withCounts = countReactions(state, comment)
  if (!isPull(state, comment['issue_url'])) return withCounts
  return { ...withCounts, html_url: String(comment['html_url']).replace(/\/issues\/(?=\d+#)/, '/pull/') }
}

function mendReviewComment(state: LayerState, comment: Record<string, unknown>): Record<string, unknown> {
  const { in_reply_to_id: repliesTo, ...rest } = countReactions(state, comment)
  return {
    ...rest,
    ...(repliesTo === null ? {} : { in_reply_to_id: repliesTo }),
    position: comment['position'] ?? 1,
    original_position: comment['original_position'] ?? 1,
    original_line: comment['line'],
    start_line: null,
    original_start_line: null,
    start_side: null,
    _links: {
      self: { href: comment['url'] },
      html: { href: comment['html_url'] },
      pull_request: { href: comment['pull_request_url'] },
    },
  }
}

/** An issue or a pull request. */
function mendThread(state: LayerState, thread: Record<string, unknown>): Record<string, unknown> {
  const [, repository, number] =
    /\/repos\/([^/]+\/[^/]+)\/(?:issues|pulls)\/(\d+)$/.exec(String(thread['url'])) ?? []
  const isLocked = state.locked.has(threadKey(repository ?? '', number ?? ''))
  const ended = mendEnded(state, thread, threadKey(repository ?? '', number ?? ''))
  const corrected = { ...countReactions(state, thread), ...ended, locked: isLocked }
  return !('pull_request' in thread) && isPull(state, thread['url']) ? asIssueOfPull(corrected) : corrected
}

/** How a pull request ended: the emulator merges in a way of its own. */
function mendEnded(state: LayerState, { head }: Record<string, unknown>, key: string): object {
  const ended = state.endedPulls.get(key)
  if (ended === undefined || !isObject(head)) return {}
  const { mergeCommit } = ended
  return {
    head: { ...head, sha: ended.head },
    ...(mergeCommit === undefined ? {} : { merge_commit_sha: mergeCommit }),
  }
}

/** The emulator's repositories are public, so that everybody may ask for what they need. */
function mendRepository(state: LayerState, repository: Record<string, unknown>): Record<string, unknown> {
  const isPrivate = [...state.privateRepositories].some((name) => name === repository['full_name'])
  return { ...repository, private: isPrivate, visibility: isPrivate ? 'private' : 'public' }
}

function mendRelease(state: LayerState, release: Record<string, unknown>): Record<string, unknown> {
  const publishedAt = state.publishedAt.get(Number(release['id']))
  return publishedAt === undefined ? release : { ...release, published_at: publishedAt }
}

function countReactions(state: LayerState, value: Record<string, unknown>): Record<string, unknown> {
  const { reactions } = value
  if (!isObject(reactions) || typeof reactions['url'] !== 'string') return value
  const { url } = reactions
  return { ...value, reactions: { url, ...state.reactions.count(subjectOf(url)) } }
}

/** Whether the address of an issue is that of a pull request. */
function isPull(state: LayerState, url: unknown): boolean {
  const [, repository, number] = /\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(String(url)) ?? []
  return state.pulls.has(threadKey(repository ?? '', number ?? ''))
}
