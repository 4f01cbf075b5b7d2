import { agentBot } from '../github/people.ts'
import type { GitHubWorld } from '../github/world.ts'
import { type Change, describeChange, writeSection } from './agent-writing.ts'
import type { WorldJob } from './jobs.ts'

/** The GitHub whose repository `acme/docs` the agent writes in. */
export type AgentGithub = Pick<GitHubWorld, 'call' | 'serverUrl'>

/** What the agent left behind on GitHub. */
export interface AgentPullRequest {
  number: number
  url: string
  branch: string
}

/**
 * Does what the real agent does, with a template instead of a model: picks the Markdown file that fits the prompt best
 * and adds a section to it. The commit goes to the job's pull request while that is open, and otherwise to a branch and
 * a pull request of its own. Rejects when GitHub refuses a step.
 */
export async function writeDocumentation(
  github: AgentGithub,
  job: WorldJob,
  prompt: string,
): Promise<AgentPullRequest> {
  // GitHub's answers are taken at their word.
  const call: Caller = (method, path, body) =>
    github.call(agentBot, method, `/repos/acme/docs${path}`, body) as Promise<never>
  const change = describeChange(prompt)
  const { pullRequest } = job
  if (pullRequest === undefined) return openPullRequest(call, change, job)
  const { state } = await call<{ state: string }>('GET', `/pulls/${pullRequest.number}`)
  if (state !== 'open') return openPullRequest(call, change, job)
  await editFile(call, pullRequest.branch, change)
  return pullRequest
}

type Caller = <Body>(method: string, path: string, body?: object) => Promise<Body>

async function openPullRequest(call: Caller, change: Change, job: WorldJob): Promise<AgentPullRequest> {
  const name = `docs-agent/${change.slug}-${job.id.replaceAll(/[^\w-]+/g, '-').slice(0, 8)}`
  // The branch of a pull request that is closed by now may still be there.
  const branch = job.messages.length === 0 ? name : `${name}-${job.messages.length + 1}`
  const main = await call<{ object: { sha: string } }>('GET', '/git/ref/heads/main')
  await call('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: main.object.sha })
  const file = await editFile(call, branch, change)
  const pull = await call<{ number: number; html_url: string }>('POST', '/pulls', {
    title: `Document ${change.topic}`,
    head: branch,
    base: 'main',
    body: `Adds a section on ${change.topic} to \`${file}\`.\n\nWritten by the documentation agent, job ${job.id}.`,
  })
  return { number: pull.number, url: pull.html_url, branch }
}

/** Commits the change to the branch; returns the path of the file. */
async function editFile(call: Caller, branch: string, change: Change): Promise<string> {
  const { tree } = await call<{ tree: { path: string }[] }>(
    'GET',
    `/git/trees/${encodeURIComponent(branch)}?recursive=1`,
  )
  const pages = tree.map(({ path }) => path).filter((path) => /\.mdx?$/i.test(path))
  const path = chooseFile(pages, change.words)
  const contents = `/contents/${path.split('/').map(encodeURIComponent).join('/')}`
  const file = await call<{ content: string; sha: string }>('GET', `${contents}?ref=${branch}`)
  const text = writeSection(Buffer.from(file.content, 'base64').toString('utf8'), change)
  await call('PUT', contents, {
    message: `Document ${change.topic}`,
    content: Buffer.from(text).toString('base64'),
    branch,
    sha: file.sha,
  })
  return path
}

/** Whether words have one stem: `configure` has that of `configuration`. */
const isForm = (part: string, word: string) =>
  part === word || `${part}s` === word || (word.length > 8 && part.startsWith(word.slice(0, -1)))

/** The page with the most words of the prompt in its path; else the first under `docs/`, else the first of all. */
function chooseFile(paths: string[], words: string[]): string {
  const scored = paths.map((path) => {
    const parts = path.toLowerCase().split(/[^a-z0-9]+/)
    const matches = words.filter((word) => parts.some((part) => isForm(part, word))).length
    return { path, score: matches + (path.startsWith('docs/') ? 0.5 : 0) }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
  if (best === undefined) throw new Error('The repository of the documentation has no pages.')
  return best.path
}
