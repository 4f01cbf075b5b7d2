import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunResult } from '../runner/action-run.ts'
import { Html, html } from './html.ts'
import { renderPullRequest } from './page-pull-request.ts'
import { anchorOf, idOf, renderEvent, renderPost, renderThread } from './page-thread.ts'
import { type FindTarget, renderMarkdown } from './rendered-markdown.ts'
import type { Merge, Story, Turn, Week } from './story.ts'

/** Writes `index.html` into `folder`: one file, which loads no others. Returns its path. */
export function writePage(folder: string, story: Story): string {
  const path = join(folder, 'index.html')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, renderPage(story).toString())
  return path
}

function renderPage(story: Story): Html {
  const styles = [
    fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown.css')),
    join(import.meta.dirname, 'page.css'),
  ].map((path) => new Html(readFileSync(path, 'utf8')))
  const sections = listSections(story)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<title>Docs agent action: demo</title>
<style>${styles}</style>
</head>
<body>
<header class="bar">
<span class="bar-name">Docs agent action <span class="bar-owner">demo</span></span>
<nav>${sections.map(({ id, name }) => html`<a href="#${id}">${name}</a>`)}</nav>
</header>
<main>
<div class="intro">
<h1>From a comment to a documentation pull request</h1>
<p><code>npm run demo</code> made this page. It ran the built actions on your machine, against an emulated GitHub and an emulated documentation service. No request left the machine, and prepared text stands in for Mintlify's agent.</p>
</div>
${sections.map(({ id, lead, content }) => html`<section id="${id}"><p class="lead">${lead}</p>${content}</section>\n`)}
</main>
<footer>This page loads no other files.</footer>
</body>
</html>
`
}

/** A part of the page, by its name in the navigation. */
interface Section {
  id: string
  name: string
  lead: Html
  content: Html
}

/** The sections that have content, in the order of the story. */
function listSections(story: Story): Section[] {
  const { setup, issue, turns, merge, week, views, outcomes } = story
  const findTarget = createFindTarget(story)
  const last = turns.at(-1)
  const pull = last?.pullRequest
  const report = outcomes?.report
  const reports = [{ posts: report?.comments ?? [], pullRequest: undefined }]
  const add = (id: string, name: string, lead: Html, content: Html | undefined) =>
    content === undefined ? [] : [{ id, name, lead, content }]
  return [
    ...add(
      'set-up',
      'Set-up',
      html`Ada checks the new workflow. The secret is missing at first, and the answer explains how to fix it.`,
      renderThread(setup.thread, setup.turns, findTarget),
    ),
    ...add(
      'thread',
      'Command',
      html`Ada comments a command on an issue. A second command updates the same pull request.`,
      renderThread(issue, turns, findTarget),
    ),
    ...add(
      'pull-request',
      'Pull request',
      html`The agent's pull request after both commands.`,
      pull && renderPullRequest(pull, findTarget),
    ),
    ...add(
      'summary',
      'Job summary',
      html`The summary of the last run.`,
      last && renderSummary('agent-job', last.run, findTarget),
    ),
    ...add(
      'merge',
      'Merge',
      html`A merge starts the workflow. With <code>context: diff</code>, the agent gets the patches, and the answer appears in the pull request.`,
      merge && renderMerge(merge, findTarget),
    ),
    ...add(
      'week',
      'Week',
      html`A schedule starts the workflow. With <code>since: last-run</code>, one job documents all merges of the week.`,
      week && renderWeek(week, findTarget),
    ),
    ...add(
      'page-views',
      'Page views',
      html`The page views of four weeks, compared with the previous four.`,
      views && renderSummary('page-views', views.run, findTarget),
    ),
    ...add(
      'outcomes',
      'Outcomes',
      html`Later: which pull requests were merged, and how often their pages are viewed.`,
      outcomes && renderSummary('outcomes', outcomes.run, findTarget),
    ),
    ...add(
      'reports',
      'Reports',
      html`Both reports as comments in one issue. Later runs update these comments.`,
      report && renderThread(report, reports, findTarget),
    ),
    ...add('log', 'Log', html`The logs of the commands on the issue.`, html`${turns.map(renderLog)}`),
  ]
}

/** The servers of the demo end with it, so links to them lead to the same things on the page. */
function createFindTarget({ setup, issue, turns, merge, week, outcomes }: Story): FindTarget {
  const threads = [setup.thread, issue, week?.report, outcomes?.report].filter(
    (thread) => thread !== undefined,
  )
  const pulls = [
    ...turns.map(({ pullRequest }) => pullRequest),
    merge?.merged,
    merge?.documentation,
    week?.documentation,
  ]
  const posts = [...setup.turns, ...turns].flatMap((turn) => turn.posts)
  const comments = [...posts, ...[...threads, merge?.thread].flatMap((thread) => thread?.comments ?? [])]
  const targets = new Map([
    ...threads.map(({ html_url, number }) => [html_url, `#issue-${number}`] as const),
    ...pulls.flatMap((pull) => (pull === undefined ? [] : [[pull.html_url, `#${idOf(pull)}`] as const])),
    ...comments.map(({ html_url }) => [html_url, `#${anchorOf(html_url)}`] as const),
  ])
  return (address) => {
    if (/\/actions\/runs\/\d+$/.test(address)) return '#log'
    return (
      targets.get(address) ?? (/^https?:\/\/(?!127\.0\.0\.1|localhost)/.test(address) ? address : undefined)
    )
  }
}

function renderMerge({ merged, thread, prompt, documentation }: Merge, findTarget: FindTarget): Html {
  return html`${renderPullRequest(merged, findTarget)}
<div class="timeline"><div class="turn">${thread.comments.map((post) => renderPost(post, thread, findTarget))}${documentation && renderEvent(documentation, 'opened')}</div></div>
<div class="box">
<div class="box-head"><b>agent-job</b> <span class="muted">sends this prompt</span></div>
<pre class="prompt">${prompt}</pre>
</div>
${documentation && renderPullRequest(documentation, findTarget)}`
}

function renderWeek({ report, documentation }: Week, findTarget: FindTarget): Html {
  const thread = renderThread(report, [{ posts: report.comments, pullRequest: documentation }], findTarget)
  return html`${thread}${documentation && renderPullRequest(documentation, findTarget)}`
}

function renderSummary(job: string, { summary, outputs }: RunResult, findTarget: FindTarget): Html {
  const rows = Object.entries(outputs).map(
    ([name, value]) =>
      html`<tr><th><code>${name}</code></th><td>${value === '' ? html`<i>empty</i>` : value}</td></tr>`,
  )
  return html`<div class="box">
<div class="box-head"><b>${job}</b> <span class="muted">job summary</span></div>
<div class="markdown-body">${renderMarkdown(summary, findTarget)}</div>
<details class="outputs"><summary>Outputs for later steps</summary><table>${rows}</table></details>
</div>`
}

function renderLog({ log }: Turn, index: number): Html {
  const lines = log
    .filter((line) => !line.endsWith('##[endgroup]'))
    .map((line, place) => {
      const [, phase = '', command = '', text = line] = /^(post )?##\[(\w+)\](.*)$/.exec(line) ?? []
      return html`<li class="${command}" value="${place + 1}">${phase}${command === 'group' ? '▾ ' : ''}${text}</li>`
    })
  return html`<div class="box log"><div class="box-head"><b>agent-job</b> <span class="muted">log of command ${index + 1}</span></div><ol>${lines}</ol></div>`
}
