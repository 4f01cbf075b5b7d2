import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunResult } from '../runner/action-run.ts'
import { Html, html } from './html.ts'
import { renderPullRequest } from './page-pull-request.ts'
import { anchorOf, renderEvent, renderThread } from './page-thread.ts'
import { type FindTarget, renderMarkdown } from './rendered-markdown.ts'
import type { Merge, Story, Turn, Week } from './story.ts'

/** Writes `index.html` into `folder`: one file that asks nobody for anything. Returns its path. */
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
<title>${story.issue.title} · acme/app</title>
<style>${styles}</style>
</head>
<body>
<header class="bar">
<span class="bar-name"><span class="bar-owner">acme /</span> app</span>
<nav>${sections.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
</header>
<main>
${sections.map(([id, , content]) => html`<section id="${id}">${content}</section>\n`)}
</main>
<footer>Made by <code>npm run demo</code> from a run of the built actions on an emulated GitHub. Nothing here is loaded from anywhere.</footer>
</body>
</html>
`
}

/** What there is to show, in the order of the story, by its name in the navigation. */
function listSections(story: Story): [id: string, name: string, content: Html | undefined][] {
  const { issue, turns, merge, week, views, outcomes } = story
  const findTarget = createFindTarget(story)
  const last = turns.at(-1)
  const pull = last?.pullRequest
  const report = outcomes?.report
  const reports = [{ posts: report?.comments ?? [], pullRequest: undefined }]
  const sections: ReturnType<typeof listSections> = [
    ['thread', 'Thread', renderThread(issue, turns, findTarget)],
    ['pull-request', 'Pull request', pull && renderPullRequest(pull, findTarget)],
    ['summary', 'Job summary', last && renderSummary('agent-job', last.run, findTarget)],
    ['merge', 'Merge', merge && renderMerge(merge, findTarget)],
    ['week', 'Week', week && renderWeek(week, findTarget)],
    ['page-views', 'Page views', views && renderSummary('page-views', views.run, findTarget)],
    ['outcomes', 'Outcomes', outcomes && renderSummary('outcomes', outcomes.run, findTarget)],
    ['report', 'Reports', report && renderThread(report, reports, findTarget)],
    ['log', 'Log', html`${turns.map(renderLog)}`],
  ]
  return sections.filter(([, , content]) => content !== undefined)
}

/** The servers of the demo are gone when somebody reads the page: what it shows itself is linked on it. */
function createFindTarget({ turns }: Story): FindTarget {
  return (address) => {
    for (const { posts, pullRequest } of turns) {
      if (pullRequest?.html_url === address) return '#pull-request'
      if (posts.some(({ html_url }) => html_url === address)) return `#${anchorOf(address)}`
    }
    if (/\/actions\/runs\/\d+$/.test(address)) return '#log'
    return /^https?:\/\/(?!127\.0\.0\.1|localhost)/.test(address) ? address : undefined
  }
}

function renderMerge({ merged, prompt, documentation }: Merge, findTarget: FindTarget): Html {
  const id = 'merge-pull-request'
  return html`${renderPullRequest(merged, findTarget)}
<div class="box">
<div class="box-head"><b>agent-job</b> <span class="muted">what the agent is told, with <code>context: diff</code></span></div>
<pre class="prompt">${prompt}</pre>
</div>
${documentation && html`${renderEvent(documentation, 'opened', `#${id}`)}<div id="${id}">${renderPullRequest(documentation, findTarget)}</div>`}`
}

function renderWeek({ report, documentation }: Week, findTarget: FindTarget): Html {
  return renderThread(report, [{ posts: report.comments, pullRequest: documentation }], findTarget)
}

function renderSummary(job: string, { summary, outputs }: RunResult, findTarget: FindTarget): Html {
  const rows = Object.entries(outputs).map(
    ([name, value]) =>
      html`<tr><th><code>${name}</code></th><td>${value === '' ? html`<i>empty</i>` : value}</td></tr>`,
  )
  return html`<div class="box">
<div class="box-head"><b>${job}</b> <span class="muted">summary</span></div>
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
