import type { Comment } from '../github/world.ts'
import type { Post, PullRequest, Thread } from './facts.ts'
import { type Html, html } from './html.ts'
import { anchorOf, renderMarkdown } from './rendered-markdown.ts'
import type { Turn } from './story.ts'

export const botLabel = html`<span class="label">bot</span>`

export const pullIcon = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><circle cx="4" cy="3.5" r="1.75"/><circle cx="4" cy="12.5" r="1.75"/><circle cx="12" cy="12.5" r="1.75"/><path d="M4 5.25v5.5M12 10.75V6a2 2 0 0 0-2-2H8M9.75 2 7.75 4l2 2"/></svg>`

const issueIcon = html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/><circle cx="8" cy="8" r="1.8" fill="currentColor"/></svg>`

/** The login without the suffix of bots. */
export function loginOf({ login }: Comment['user']): string {
  return login.replace('[bot]', '')
}

/** A step of a thread. */
type Happening = Pick<Turn, 'posts' | 'pullRequest'>

/** A thread as GitHub shows it: the issue, its comments, and the events of the pull request. */
export function renderThread(issue: Thread, turns: readonly Happening[]): Html {
  const rendered = turns.map(({ posts, pullRequest }, index) => {
    const verb = index === 0 ? 'opened' : 'added a commit to'
    const event = pullRequest && renderEvent(pullRequest, verb)
    return html`<div class="turn">${posts.map((post) => renderPost(post, issue))}${event}</div>`
  })
  return html`<h1>${issue.title} <span class="number">#${issue.number}</span></h1>
<p class="state-line"><span class="state">${issueIcon} Open</span></p>
<div class="timeline">${renderPost(issue, issue)}${rendered}</div>`
}

/** What the agent did to a pull request. */
export function renderEvent({ user, number, html_url }: PullRequest, verb: string): Html {
  return html`<div class="event"><span class="event-icon">${pullIcon}</span><span><b>${loginOf(user)}</b> ${botLabel} ${verb} <a href="#${anchorOf(html_url)}">acme/docs#${number}</a></span></div>`
}

export function renderPost(post: Post, issue: Thread): Html {
  const { user, body, created_at, reactions, html_url } = post
  const counts = Object.entries(Object.groupBy(reactions, (reaction) => emojis[reaction] ?? reaction)).map(
    ([emoji, all = []]) => html`<span class="reaction">${emoji} <span>${all.length}</span></span>`,
  )
  const day = new Date(created_at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const isAuthor = user.login === issue.user.login
  return html`<article class="post" id="${anchorOf(html_url)}">
${drawAvatar(user)}
<div class="box">
<div class="box-head"><b>${loginOf(user)}</b> ${user.type === 'Bot' ? botLabel : ''} <span class="muted">${post === issue ? 'opened' : 'commented'} <time datetime="${created_at}" title="${created_at}">on ${day}</time></span>${isAuthor ? html`<span class="label author">Author</span>` : ''}</div>
<div class="markdown-body comment">${renderMarkdown(body)}</div>
${counts.length === 0 ? '' : html`<div class="reactions">${counts}</div>`}
</div>
</article>`
}

const emojis: Record<string, string> = { eyes: '👀', rocket: '🚀', confused: '😕', '-1': '👎' }

/** A drawn avatar: the first letter in a circle, or a square face for bots. */
function drawAvatar(user: Comment['user']): Html {
  const name = loginOf(user)
  const isBot = user.type === 'Bot'
  const sum = [...name].reduce((number, character) => number * 31 + (character.codePointAt(0) ?? 0), 0)
  const color = colors[sum % colors.length] ?? '#0969da'
  const letter = name.charAt(0).toUpperCase()
  const face = isBot
    ? html`<path d="M20 8v5M9 20v6M31 20v6" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/><rect x="12" y="13" width="16" height="16" rx="4" fill="#fff"/><circle cx="17" cy="20" r="2" fill="${color}"/><circle cx="23" cy="20" r="2" fill="${color}"/><path d="M17 25h6" stroke="${color}" stroke-width="1.8" stroke-linecap="round"/>`
    : html`<text x="20" y="27" text-anchor="middle" font-size="20" font-weight="600" fill="#fff">${letter}</text>`
  return html`<svg class="avatar" width="40" height="40" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="${isBot ? 9 : 20}" fill="${color}"/>${face}</svg>`
}

/** All are dark enough for white letters. */
const colors = ['#8250df', '#bf3989', '#0969da', '#1a7f37', '#9a6700', '#bc4c00', '#cf222e']
