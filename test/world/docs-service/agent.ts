import { randomUUID } from 'node:crypto'
import { agentBot } from '../github/people.ts'
import type { GitHubWorld } from '../github/world.ts'
import type { WorldJob } from './jobs.ts'

/** The GitHub whose repository `acme/docs` the agent writes in. */
export type AgentGithub = Pick<GitHubWorld, 'call' | 'serverUrl'>

export interface AgentPullRequest {
  number: number
  url: string
  branch: string
}

type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>

/** The page that the agent edits, or creates where it isn't there. */
const PAGE = '/contents/configuration.mdx'

/**
 * Does what the real agent does, without a model: adds a section to a page. The commit goes to the job's pull request
 * while that is open, and otherwise to a branch and a pull request of its own. Rejects when GitHub refuses a step.
 */
export async function writeDocumentation(github: AgentGithub, { id, pullRequest }: WorldJob, prompt: string) {
  // GitHub's answers are taken at their word.
  const call: Call = (method, path, body) =>
    github.call(agentBot, method, `/repos/acme/docs${path}`, body) as Promise<never>
  const title = findTitle(prompt)
  const { state } = pullRequest ? await call<{ state: string }>('GET', `/pulls/${pullRequest.number}`) : {}
  if (pullRequest !== undefined && state === 'open') {
    await addSection(call, pullRequest.branch, title)
    return pullRequest
  }
  const branch = `docs-agent/${randomUUID()}`
  const { object } = await call<{ object: { sha: string } }>('GET', '/git/ref/heads/main')
  await call('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: object.sha })
  await addSection(call, branch, title)
  const pull = { title, head: branch, base: 'main', body: `Written by the documentation agent, job ${id}.` }
  const { number, html_url: url } = await call<{ number: number; html_url: string }>('POST', '/pulls', pull)
  return { number, url, branch }
}

/** About the pull request whose patches the prompt has, or else about what its first sentence requests. */
function findTitle(prompt: string): string {
  const [, pull] = /^(?: {2}- #\d+|- Title:) "(.*)"(?: by |$)/mu.exec(prompt.includes('```diff\n') ? prompt : '') ?? []
  const [request = ''] = prompt.trim().split(/(?<=[.!?])\s|\n/u, 1)
  const words = (pull ?? request)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 100)
  const topic = words.replace(/^(?:add|write|document|explain)(?: (?:a|the|page|about))*(?= )/iu, '').trim()
  return `Document ${topic.charAt(0).toLowerCase()}${topic.slice(1)}`
}

async function addSection(call: Call, branch: string, title: string): Promise<void> {
  const path = `${PAGE}?ref=${encodeURIComponent(branch)}`
  const file = await call<{ content: string; sha: string }>('GET', path).catch(() => undefined)
  const before = Buffer.from(file?.content ?? '', 'base64').toString()
  const steps = Array.from({ length: 10 }, (_, index) => `${index + 1}. A step\n`).join('')
  const content = Buffer.from(`${before}\n## ${title}\n\n${steps}`).toString('base64')
  await call('PUT', PAGE, { message: title, content, branch, ...(file && { sha: file.sha }) })
}
