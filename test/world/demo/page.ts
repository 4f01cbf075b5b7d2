import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunResult } from '../runner/action-run.ts'
import { Html, html } from './html.ts'
import { renderPullRequest } from './page-pull-request.ts'
import { renderEvent, renderPost, renderThread } from './page-thread.ts'
import { anchorOf, renderMarkdown } from './rendered-markdown.ts'
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
<span class="bar-name">Docs agent action <span class="muted">demo</span></span>
<nav>${sections.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
</header>
<main>
<section>
<h1>From a comment to a documentation pull request</h1>
<p><code>npm run demo</code> made this page. It ran the built actions on your machine, against an emulated GitHub and an emulated documentation service. No request left the machine, and prepared text stands in for Mintlify's agent.</p>
</section>
${sections.map(([id, name, content]) => html`<section id="${id}"><p class="lead"><b>${name}.</b> ${leads[id]}</p>${content}</section>\n`)}
</main>
<footer>This page loads no other files.</footer>
</body>
</html>
`
}

/** What each section shows. */
const leads: Record<string, Html> = {
  setup: html`Ada checks the new workflow. The secret is missing at first, and the answer explains how to fix it.`,
  thread: html`Ada comments a command on an issue. A second command updates the same pull request.`,
  merge: html`A merge starts the workflow. With <code>context: diff</code>, the agent gets the patches. The answer appears in the pull request.`,
  week: html`A schedule starts the workflow. With <code>since: last-run</code>, one job documents all merges of the week.`,
  'page-views': html`The page views of four weeks, compared with the previous four.`,
  outcomes: html`Which pull requests were merged, and how often their pages are viewed.`,
  reports: html`Both reports are comments in one issue. Later runs update these comments.`,
}

/** The sections that have content, in the order of the story, by their names in the navigation. */
function listSections(story: Story): [id: string, name: string, content: Html | undefined][] {
  const { setup, issue, turns, merge, week, views, outcomes } = story
  const last = turns.at(-1)
  const pull = last?.pullRequest
  const report = outcomes?.report
  const reports = [{ posts: report?.comments ?? [], pullRequest: undefined }]
  const sections: ReturnType<typeof listSections> = [
    ['setup', 'Setup', renderThread(setup.thread, setup.turns)],
    ['thread', 'Command', renderThread(issue, turns)],
    ['pull-request', 'Pull request', pull && renderPullRequest(pull)],
    ['summary', 'Job summary', last && renderSummary('agent-job', last.run)],
    ['merge', 'Merge', merge && renderMerge(merge)],
    ['week', 'Week', week && renderWeek(week)],
    ['page-views', 'Page views', views && renderSummary('page-views', views.run)],
    ['outcomes', 'Outcomes', outcomes && renderSummary('outcomes', outcomes.run)],
    ['reports', 'Reports', report && renderThread(report, reports)],
    ['log', 'Log', html`${turns.map(renderLog)}`],
  ]
  return sections.filter(([, , content]) => content !== undefined)
}

function renderMerge({ merged, thread, prompt, documentation }: Merge): Html {
  return html`${renderPullRequest(merged)}
<div class="timeline"><div class="turn">${thread.comments.map((post) => renderPost(post, thread))}${documentation && renderEvent(documentation, 'opened')}</div></div>
${renderPrompt(prompt)}
${documentation && renderPullRequest(documentation)}`
}

function renderPrompt(prompt: string): Html {
  return html`<div class="box">
<div class="box-head"><b>agent-job</b> <span class="muted">sends this prompt</span></div>
<pre class="prompt">${prompt}</pre>
</div>`
}

function renderWeek({ merged, prompt, report, documentation }: Week): Html {
  const titles = merged.map(({ title, html_url }) => html`<li id="${anchorOf(html_url)}">${title}</li>`)
  return html`<div class="box"><div class="box-head">Pull requests merged in acme/app</div><ol class="commits">${titles}</ol></div>
${renderPrompt(prompt)}
${renderThread(report, [{ posts: report.comments, pullRequest: documentation }])}
${documentation && renderPullRequest(documentation)}`
}

function renderSummary(job: string, { summary, outputs }: RunResult): Html {
  const rows = Object.entries(outputs).map(
    ([name, value]) =>
      html`<tr><th><code>${name}</code></th><td>${value === '' ? html`<i>empty</i>` : value}</td></tr>`,
  )
  return html`<div class="box">
<div class="box-head"><b>${job}</b> <span class="muted">job summary</span></div>
<div class="markdown-body">${renderMarkdown(summary)}</div>
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
