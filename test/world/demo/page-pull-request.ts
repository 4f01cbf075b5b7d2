import type { ListedFile } from '../github/world.ts'
import type { PullRequest } from './facts.ts'
import { type Html, html } from './html.ts'
import { botLabel, loginOf, pullIcon } from './page-thread.ts'
import { anchorOf, renderMarkdown } from './rendered-markdown.ts'

/** A pull request with its commits and its diff, as GitHub shows it. */
export function renderPullRequest(pull: PullRequest): Html {
  const { html_url, repository, title, number, body, files, subjects, merged, user, base, head } = pull
  const commits = subjects.map((subject) => html`<li>${subject}</li>`)
  const count = `${subjects.length} ${subjects.length === 1 ? 'commit' : 'commits'}`
  return html`<p class="repository" id="${anchorOf(html_url)}">acme / <b>${repository.replace('acme/', '')}</b></p>
<h1>${title} <span class="number">#${number}</span></h1>
<p class="state-line"><span class="${merged ? 'state merged' : 'state'}">${pullIcon} ${merged ? 'Merged' : 'Open'}</span> <span class="muted"><b>${loginOf(user)}</b> ${user.type === 'Bot' ? botLabel : ''} ${merged ? 'merged' : 'wants to merge'} ${count} into <code>${base.ref}</code> from <code>${head.ref}</code></span></p>
<div class="box">
<div class="markdown-body comment">${renderMarkdown(body)}</div>
</div>
${subjects.length > 1 ? html`<div class="box"><div class="box-head">Commits</div><ol class="commits">${commits}</ol></div>` : ''}
${files.map(renderFile)}`
}

function renderFile({ filename, additions = 0, deletions = 0, patch = '' }: ListedFile): Html {
  return html`<div class="box file">
<div class="box-head"><code>${filename}</code><span class="counts"><span class="added">+${additions}</span> <span class="removed">−${deletions}</span></span></div>
<table class="diff">${renderPatch(patch)}</table>
</div>`
}

const kinds: Record<string, string> = { '@': 'hunk', '+': 'added', '-': 'removed', ' ': 'kept' }
const signs: Record<string, string> = { '+': '+', '-': '−' }

/** The `patch` of a changed file, as GitHub's API gives it, with the numbers of its lines before and after. */
function renderPatch(patch: string): Html[] {
  let [before, after] = [0, 0]
  return patch.split('\n').map((line) => {
    const mark = line.charAt(0)
    const isHunk = mark === '@'
    if (isHunk) [before = 0, after = 0] = [...line.matchAll(/[-+](\d+)/g)].map(([, number]) => Number(number))
    const oldNumber = isHunk || mark === '+' ? '' : before++
    const newNumber = isHunk || mark === '-' ? '' : after++
    return html`<tr class="${kinds[mark] ?? 'kept'}"><td class="line-number">${oldNumber}</td><td class="line-number">${newNumber}</td><td class="sign">${signs[mark] ?? ''}</td><td class="line">${isHunk ? line : line.slice(1)}</td></tr>`
  })
}
