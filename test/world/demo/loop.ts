import { isObject } from '../github/api-message.ts'
import type { Comment } from '../github/world.ts'
import type { World } from '../index.ts'
import type { Phase, RunResult } from '../runner/action-run.ts'

/** Everything that one run of the agent job left behind. */
export interface Loop {
  issue: Post & { number: number; title: string }
  /** The comment that asked. */
  asked: Post
  comments: Post[]
  run: RunResult
  log: LogEntry[]
  /** As it is on GitHub, whatever the action says; undefined when there is none. */
  pullRequest: PullRequest | undefined
}

/** An issue's description, or a comment. */
export interface Post {
  author: Author
  body: string
  createdAt: string
  url: string
  /** Contents of its reactions, oldest first. */
  reactions: string[]
}

export interface Author {
  login: string
  isBot: boolean
}

export interface LogEntry {
  line: string
  phase: Phase
}

export interface PullRequest {
  number: number
  title: string
  body: string
  url: string
  author: Author
  head: string
  base: string
  files: ChangedFile[]
}

export interface ChangedFile {
  path: string
  additions: number
  deletions: number
  patch: string
}

/** What happens on the way, for whoever tells it. */
export interface LoopListener {
  onIssue(issue: Loop['issue']): Promise<void>
  /** @param delivery the webhook's event and action */
  onComment(asked: Post, delivery: string): Promise<void>
  onRunStart(): void
  onLog(entry: LogEntry): void
}

/** Who is in the story: one notices what is missing, another may ask for it. */
export const people = { grace: { permission: 'read' }, ada: { permission: 'write' } } as const

/** Lets somebody ask for documentation on an issue, and the built action do what it does. */
export async function runLoop(world: World, prompt: string, listener: LoopListener): Promise<Loop> {
  const { github, docsService } = world
  const created = await github.createIssue({ ...issueText, asLogin: 'grace' })
  const issue = { ...readPost(created.payload['issue'], []), number: created.number, title: created.title }
  await listener.onIssue(issue)

  docsService.nextJob({ durationMs: 2200 })
  const trigger = await github.comment(issue.number, `/docs ${prompt}`, 'ada')
  const asked = readPost(trigger.comment, [])
  await listener.onComment(asked, `${trigger.event}.${String(trigger.payload['action'])}`)

  listener.onRunStart()
  const log: LogEntry[] = []
  const run = world.start({ trigger, inputs: { 'poll-interval': '500ms' } })
  run.onLog((line, phase) => {
    log.push({ line, phase })
    listener.onLog({ line, phase })
  })
  const result = await run.result
  return {
    issue,
    asked,
    run: result,
    log,
    comments: await Promise.all(
      (await github.commentsOf(issue.number)).map(async (comment) => readComment(world, comment)),
    ),
    pullRequest: await readPullRequest(world),
  }
}

const issueText = {
  title: 'Nothing says when a call is repeated',
  body: `A call of ours failed and was **repeated three times** before we heard of it. The page on configuration has one line on \`retries\`, but not when to change it.

- [ ] say when to raise it
- [ ] say when \`0\` is right`,
}

/** A comment with its reactions. */
export async function readComment({ github }: World, comment: Comment): Promise<Post> {
  const reactions = await github.reactionsOf(comment.id)
  return readPost(
    comment,
    reactions.map(({ content }) => content),
  )
}

/** The newest pull request of the agent's repository, and what it changes. */
async function readPullRequest({ github }: World): Promise<PullRequest | undefined> {
  const path = '/repos/acme/docs/pulls'
  const pulls = await github.call('maintainer', 'GET', path)
  const pull: unknown = Array.isArray(pulls) ? pulls[0] : undefined
  if (!isObject(pull)) return undefined
  const number = Number(pull['number'])
  const files = await github.call('maintainer', 'GET', `${path}/${number}/files`)
  return {
    number,
    title: String(pull['title']),
    body: String(pull['body']),
    url: String(pull['html_url']),
    author: readAuthor(pull['user']),
    head: readBranch(pull['head']),
    base: readBranch(pull['base']),
    files: Array.isArray(files) ? files.filter(isObject).map(readFile) : [],
  }
}

function readFile(file: Record<string, unknown>): ChangedFile {
  return {
    path: String(file['filename']),
    additions: Number(file['additions']),
    deletions: Number(file['deletions']),
    patch: String(file['patch'] ?? ''),
  }
}

/** An issue or comment as the API gives it. */
export function readPost(value: unknown, reactions: string[]): Post {
  const post = isObject(value) ? value : {}
  return {
    author: readAuthor(post['user']),
    body: String(post['body']),
    createdAt: String(post['created_at']),
    url: String(post['html_url']),
    reactions,
  }
}

function readAuthor(value: unknown): Author {
  const user = isObject(value) ? value : {}
  const login = String(user['login'])
  return { login: login.replace('[bot]', ''), isBot: user['type'] === 'Bot' }
}

function readBranch(value: unknown): string {
  return isObject(value) ? String(value['ref']) : ''
}
