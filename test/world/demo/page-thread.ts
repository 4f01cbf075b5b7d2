import { drawAvatar } from './avatar.ts'
import { emojiOf } from './describe-request.ts'
import { type Html, html } from './html.ts'
import { type FindTarget, renderHtml } from './html-markdown.ts'
import type { Turn } from './loop.ts'
import { botLabel, issueIcon, pullIcon } from './page-parts.ts'
import type { Issue, Post } from './post.ts'

/** An issue and what came after it: comments, and what happened to the pull request. */
export interface Thread {
  issue: Issue
  turns: readonly Pick<Turn, 'posts' | 'pullRequest'>[]
}

/** A thread as GitHub shows it. */
export async function renderThread({ issue, turns }: Thread, findTarget: FindTarget): Promise<Html> {
  const rendered = turns.map(async ({ posts, pullRequest }, index) => {
    const comments = await Promise.all(posts.map((post) => renderPost(post, issue, findTarget)))
    const event = pullRequest === undefined ? '' : renderEvent(pullRequest, index)
    return html`<div class="turn">${comments}${event}</div>`
  })
  return html`<h1>${issue.title} <span class="number">#${issue.number}</span></h1>
<p class="state-line"><span class="state">${issueIcon} Open</span></p>
<div class="timeline">${await renderPost(issue, issue, findTarget)}${await Promise.all(rendered)}</div>`
}

function renderEvent({ author, number }: NonNullable<Turn['pullRequest']>, turn: number): Html {
  const verb = turn === 0 ? 'opened' : 'added a commit to'
  return html`<div class="event"><span class="event-icon">${pullIcon}</span><span><b>${author.login}</b> ${botLabel} ${verb} <a href="#pull-request">acme/docs#${number}</a></span></div>`
}

/** Where a post stands on the page. */
export function anchorOf(url: string): string {
  return url.split('#')[1] ?? 'thread'
}

async function renderPost(post: Post, issue: Issue, findTarget: FindTarget): Promise<Html> {
  const { author, body, createdAt, reactions, url } = post
  const counts = [...new Set(reactions)].map(
    (reaction) =>
      html`<span class="reaction">${emojiOf(reaction)} <span>${reactions.filter((other) => other === reaction).length}</span></span>`,
  )
  const authorLabel =
    author.login === issue.author.login ? html`<span class="label author">Author</span>` : ''
  return html`<article class="post" id="${post === issue ? `issue-${issue.number}` : anchorOf(url)}">
${drawAvatar(author, 40)}
<div class="box">
<div class="box-head"><b>${author.login}</b> ${author.isBot ? botLabel : ''} <span class="muted">${post === issue ? 'opened' : 'commented'} ${renderTime(createdAt)}</span>${authorLabel}</div>
<div class="markdown-body">${await renderHtml(body, findTarget, { lineBreaks: true })}</div>
${counts.length === 0 ? '' : html`<div class="reactions">${counts}</div>`}
</div>
</article>`
}

function renderTime(time: string): Html {
  const text = new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return html`<time datetime="${time}" title="${time}">on ${text}</time>`
}
