import type { ChangedFile, PullRequest } from './github-facts.ts'
import { type Html, html } from './html.ts'
import { botLabel, pullIcon } from './page-thread.ts'
import { type FindTarget, renderMarkdown } from './rendered-markdown.ts'

/** A pull request with its commits and its diff, as GitHub shows it. */
export function renderPullRequest(pull: PullRequest, findTarget: FindTarget): Html {
  const { repository, title, number, body, files, commits } = pull
  return html`<p class="repository">acme / <b>${repository.replace('acme/', '')}</b></p>
<h1>${title} <span class="number">#${number}</span></h1>
${renderState(pull)}
<div class="box">
<div class="markdown-body">${renderMarkdown(body, findTarget, { lineBreaks: true })}</div>
</div>
${commits.length > 1 ? renderCommits(commits) : ''}
${files.map(renderFile)}`
}

function renderState({ author, isMerged, base, head, commits }: PullRequest): Html {
  const state = isMerged
    ? html`<span class="state merged">${pullIcon} Merged</span>`
    : html`<span class="state">${pullIcon} Open</span>`
  const count = `${commits.length} ${commits.length === 1 ? 'commit' : 'commits'}`
  const verb = isMerged ? 'merged' : 'wants to merge'
  return html`<p class="state-line">${state} <span class="muted"><b>${author.login}</b> ${author.isBot ? botLabel : ''} ${verb} ${count} into <code>${base}</code> from <code>${head}</code></span></p>`
}

function renderCommits(commits: readonly string[]): Html {
  return html`<div class="box">
<div class="box-head">Commits</div>
<ol class="commits">${commits.map((subject) => html`<li>${subject}</li>`)}</ol>
</div>`
}

function renderFile({ path, additions, deletions, patch }: ChangedFile): Html {
  return html`<div class="box file">
<div class="box-head"><code>${path}</code><span class="counts"><span class="added">+${additions}</span> <span class="removed">−${deletions}</span></span></div>
<table class="diff">${renderPatch(patch)}</table>
</div>`
}

/** The `patch` of a changed file, as GitHub's API gives it, with the numbers of its lines before and after. */
function renderPatch(patch: string): Html[] {
  const numbers = { before: 0, after: 0 }
  return patch.split('\n').map((line) => {
    const [hunk, before, after] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? []
    if (hunk !== undefined) {
      Object.assign(numbers, { before: Number(before), after: Number(after) })
      return renderLine('hunk', '', '', line)
    }
    const text = line.slice(1)
    if (line.startsWith('+')) return renderLine('added', '', numbers.after++, text)
    if (line.startsWith('-')) return renderLine('removed', numbers.before++, '', text)
    return renderLine('kept', numbers.before++, numbers.after++, text)
  })
}

const signs = { hunk: '', added: '+', removed: '−', kept: '' }

function renderLine(kind: keyof typeof signs, before: number | '', after: number | '', text: string): Html {
  return html`<tr class="${kind}"><td class="line-number">${before}</td><td class="line-number">${after}</td><td class="sign">${signs[kind]}</td><td class="line">${text}</td></tr>`
}
