import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawAvatar } from './avatar.ts'
import { emojiOf } from './describe-request.ts'
import { type DiffLine, readPatch } from './diff.ts'
import type { Export } from './export.ts'
import { Html, html } from './html.ts'
import { type FindTarget, renderHtml } from './html-markdown.ts'
import type { ChangedFile, LogEntry, Loop, Post, PullRequest } from './loop.ts'

interface Story {
  loop: Loop
  views: Export
}

/** Writes `index.html` into `folder`: one file that asks nobody for anything. Returns its path. */
export async function writePage(folder: string, story: Story): Promise<string> {
  const path = join(folder, 'index.html')
  await mkdir(folder, { recursive: true })
  await writeFile(path, await renderPage(story))
  return path
}

async function renderPage({ loop, views }: Story): Promise<string> {
  const findTarget = createFindTarget(loop)
  const styles = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown.css')), 'utf8'),
    readFile(join(import.meta.dirname, 'page.css'), 'utf8'),
  ])
  const pull = loop.pullRequest
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<title>${loop.issue.title} · acme/app</title>
<style>${styles.map((style) => Html.fromTrustedSource(style))}</style>
</head>
<body>
<header class="bar">
<span class="bar-name"><span class="bar-owner">acme /</span> app</span>
<nav><a href="#thread">Thread</a>${pull === undefined ? '' : html`<a href="#pull-request">Pull request</a>`}<a href="#summary">Job summary</a><a href="#page-views">Page views</a><a href="#report">Report</a><a href="#log">Log</a></nav>
</header>
<main>
${await renderThread('thread', loop, findTarget)}
${pull === undefined ? '' : await renderPullRequest(pull, findTarget)}
${await renderSummary('summary', 'agent-job', loop.run.summary, loop.run.outputs, findTarget)}
${await renderSummary('page-views', 'page-views', views.run.summary, views.run.outputs, findTarget)}
${await renderThread('report', views.report, findTarget)}
${renderLog(loop.log)}
</main>
<footer>Made by <code>npm run demo</code> from a run of the built actions on an emulated GitHub. Nothing here is loaded from anywhere.</footer>
</body>
</html>
`
  return page.toString()
}

/** The servers of the demo are gone when somebody reads the page: what it shows itself is linked on it. */
function createFindTarget({ comments, pullRequest }: Loop): FindTarget {
  const targets = new Map(comments.map(({ url }) => [url, `#${anchorOf(url)}`]))
  if (pullRequest !== undefined) targets.set(pullRequest.url, '#pull-request')
  return (address) => {
    const target = targets.get(address)
    if (target !== undefined) return target
    if (/\/actions\/runs\/\d+$/.test(address)) return '#log'
    return /^https?:\/\/(?!127\.0\.0\.1|localhost)/.test(address) ? address : undefined
  }
}

function anchorOf(url: string): string {
  return url.split('#')[1] ?? 'thread'
}

interface Thread {
  issue: Loop['issue']
  comments: readonly Post[]
  pullRequest?: PullRequest | undefined
}

async function renderThread(
  id: string,
  { issue, comments, pullRequest }: Thread,
  findTarget: FindTarget,
): Promise<Html> {
  const posts = await Promise.all([issue, ...comments].map((post) => renderPost(post, issue, findTarget)))
  const linked =
    pullRequest === undefined
      ? ''
      : html`<div class="event"><span class="event-icon">${pullIcon}</span><span><b>${pullRequest.author.login}</b> ${botLabel} opened <a href="#pull-request">acme/docs#${pullRequest.number}</a></span></div>`
  return html`<section id="${id}">
<h1>${issue.title} <span class="number">#${issue.number}</span></h1>
<p class="state-line"><span class="state">${issueIcon} Open</span></p>
<div class="timeline">${posts}${linked}</div>
</section>`
}

async function renderPost(post: Post, issue: Loop['issue'], findTarget: FindTarget): Promise<Html> {
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

async function renderPullRequest(pull: PullRequest, findTarget: FindTarget): Promise<Html> {
  const { author, title, number, base, head, body, files } = pull
  return html`<section id="pull-request">
<p class="repository">acme / <b>docs</b></p>
<h1>${title} <span class="number">#${number}</span></h1>
<p class="state-line"><span class="state">${pullIcon} Open</span> <span class="muted"><b>${author.login}</b> wants to merge into <code>${base}</code> from <code>${head}</code></span></p>
<div class="box">
<div class="markdown-body">${await renderHtml(body, findTarget, { lineBreaks: true })}</div>
</div>
${files.map(renderFile)}
</section>`
}

function renderFile({ path, additions, deletions, patch }: ChangedFile): Html {
  return html`<div class="box file">
<div class="box-head"><code>${path}</code><span class="counts"><span class="added">+${additions}</span> <span class="removed">−${deletions}</span></span></div>
<table class="diff">${readPatch(patch).map(renderDiffLine)}</table>
</div>`
}

const signs: Record<DiffLine['kind'], string> = { hunk: '', added: '+', removed: '-', kept: '' }

function renderDiffLine({ kind, before, after, text }: DiffLine): Html {
  return html`<tr class="${kind}"><td class="line-number">${before ?? ''}</td><td class="line-number">${after ?? ''}</td><td class="sign">${signs[kind]}</td><td class="line">${text}</td></tr>`
}

async function renderSummary(
  id: string,
  job: string,
  summary: string,
  outputs: Record<string, string>,
  findTarget: FindTarget,
): Promise<Html> {
  const rows = Object.entries(outputs).map(
    ([name, value]) =>
      html`<tr><th><code>${name}</code></th><td>${value === '' ? html`<i>empty</i>` : value}</td></tr>`,
  )
  return html`<section id="${id}">
<div class="box">
<div class="box-head"><b>${job}</b> <span class="muted">summary</span></div>
<div class="markdown-body">${await renderHtml(summary, findTarget)}</div>
<details class="outputs"><summary>Outputs for later steps</summary><table>${rows}</table></details>
</div>
</section>`
}

function renderLog(log: readonly LogEntry[]): Html {
  const lines = log
    .filter(({ line }) => line !== '##[endgroup]')
    .map(({ line, phase }, index) => {
      const [, command = '', text = line] = /^##\[(\w+)\](.*)$/.exec(line) ?? []
      return html`<li class="${command}" value="${index + 1}">${phase === 'post' ? html`<b>post</b> ` : ''}${command === 'group' ? '▾ ' : ''}${text}</li>`
    })
  return html`<section id="log"><div class="box log"><div class="box-head"><b>agent-job</b> <span class="muted">log</span></div><ol>${lines}</ol></div></section>`
}

const botLabel = html`<span class="label">bot</span>`

const issueIcon = html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/><circle cx="8" cy="8" r="1.8" fill="currentColor"/></svg>`

const pullIcon = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><circle cx="4" cy="3.5" r="1.75"/><circle cx="4" cy="12.5" r="1.75"/><circle cx="12" cy="12.5" r="1.75"/><path d="M4 5.25v5.5M12 10.75V6a2 2 0 0 0-2-2H8M9.75 2 7.75 4l2 2"/></svg>`
