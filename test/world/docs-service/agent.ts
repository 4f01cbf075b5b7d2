import { describeChange, writePage, writeSection } from './agent-writing.ts'
import type { AgentPullRequest } from './jobs.ts'

/** The repository that the agent writes documentation in. */
export interface AgentGithub {
  /** Where the REST API is, as in `https://api.github.com`. */
  apiUrl: string
  token: string
  owner: string
  repo: string
  /** Branch to start from and to merge into. Default `main`. */
  base?: string
}

/** What the agent is to do. */
export interface AgentTask {
  jobId: string
  prompt: string
}

/** How long the agent lets GitHub take for one request. */
const requestTimeoutMs = 15_000

/**
 * Does what the real agent does, with a template instead of a model: picks the Markdown file that fits the prompt best,
 * adds a section to it on a branch of its own, and opens a pull request. Rejects when GitHub refuses a step.
 */
export async function openPullRequest(
  github: AgentGithub,
  task: AgentTask,
  signal: AbortSignal,
): Promise<AgentPullRequest> {
  const call = createCaller(github, signal)
  const base = github.base ?? 'main'
  const change = describeChange(task.prompt)
  const branch = `docs-agent/${change.slug}-${task.jobId.replaceAll(/[^\w-]+/g, '-').slice(0, 8)}`

  const start = await call<{ object: { sha: string } }>('GET', `/git/ref/heads/${base}`)
  await call('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: start.object.sha })
  const file = await editFile(call, branch, change, start.object.sha)
  const pull = await call<{ number: number; html_url: string }>('POST', '/pulls', {
    title: change.commitMessage,
    head: branch,
    base,
    body: `Adds a section on ${change.topic} to \`${file}\`.\n\nWritten by the documentation agent, job ${task.jobId}.`,
  })
  return { number: pull.number, url: pull.html_url, branch, file }
}

/** Where the repository is for people: the source of its jobs. */
export function repositoryUrl({ apiUrl, owner, repo }: AgentGithub): string {
  const { origin } = new URL(apiUrl)
  const server = origin === 'https://api.github.com' ? 'https://github.com' : origin
  return `${server}/${owner}/${repo}`
}

type Change = ReturnType<typeof describeChange>
type Caller = <Body>(method: string, path: string, body?: object) => Promise<Body>

function createCaller(github: AgentGithub, signal: AbortSignal): Caller {
  return async (method, path, body) => {
    const url = `${github.apiUrl}/repos/${github.owner}/${github.repo}${path}`
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${github.token}`,
        'user-agent': 'docs-agent',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    })
    if (!response.ok) {
      throw new Error(
        `The agent's ${method} ${url} was answered ${response.status}: ${await response.text()}`,
      )
    }
    // GitHub's answers are taken at their word: this is a test world's agent.
    return (await response.json()) as never
  }
}

/** Commits the change to the branch; returns the path of the file. */
async function editFile(call: Caller, branch: string, change: Change, treeSha: string): Promise<string> {
  const { tree } = await call<{ tree: { path: string; type: string }[] }>(
    'GET',
    `/git/trees/${treeSha}?recursive=1`,
  )
  const pages = tree.filter(({ path, type }) => type === 'blob' && /\.mdx?$/i.test(path))
  const path = chooseFile(
    pages.map((page) => page.path),
    change.words,
  )
  if (path === undefined) {
    const newPath = `docs/${change.slug}.md`
    await putFile(call, newPath, { branch, change, text: writePage(change) })
    return newPath
  }
  const file = await call<{ content: string; sha: string }>(
    'GET',
    `/contents/${encodePath(path)}?ref=${branch}`,
  )
  const text = Buffer.from(file.content, 'base64').toString('utf8')
  await putFile(call, path, { branch, change, text: writeSection(text, change), sha: file.sha })
  return path
}

async function putFile(
  call: Caller,
  path: string,
  { branch, change, text, sha }: { branch: string; change: Change; text: string; sha?: string },
): Promise<void> {
  await call('PUT', `/contents/${encodePath(path)}`, {
    message: change.commitMessage,
    content: Buffer.from(text).toString('base64'),
    branch,
    sha,
  })
}

/** The page with the most words of the prompt in its path; else the first under `docs/`, else the first of all. */
function chooseFile(paths: string[], words: string[]): string | undefined {
  const scored = paths.map((path) => {
    const parts = path.toLowerCase().split(/[^a-z0-9]+/)
    const matches = words.filter((word) => parts.some((part) => part === word || `${part}s` === word)).length
    return { path, score: matches + (path.startsWith('docs/') ? 0.5 : 0) }
  })
  return scored.toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))[0]?.path
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
