import type { World } from '../index.ts'
import type { Phase, RunResult } from '../runner/action-run.ts'
import { type Issue, type Post, readPost, readThread } from './post.ts'
import { type PullRequest, readNewestPullRequest } from './pull-request.ts'

/** An issue, and what the commands in it left behind. */
export interface Loop {
  issue: Issue
  turns: Turn[]
}

/** Everything that one command left behind. */
export interface Turn {
  /** What the thread has gained, as it reads afterwards: the command, and the comment that answers it. */
  posts: Post[]
  run: RunResult
  log: LogEntry[]
  /** As it is on GitHub afterwards, whatever the action says; undefined when there is none. */
  pullRequest: PullRequest | undefined
}

export interface LogEntry {
  line: string
  phase: Phase
}

/** What happens on the way, for whoever tells it. */
export interface TurnListener {
  /** @param delivery the webhook's event and action */
  onComment(asked: Post, delivery: string): Promise<void>
  onLog(entry: LogEntry): void
}

/** What is asked, and how the run goes about it. */
export interface Command {
  text: string
  /** How long the agent works. */
  durationMs: number
  /** Of the step, beside those that every step needs. */
  inputs?: Record<string, string>
}

/** Who is in the story: one notices what is missing, another may ask for it. */
export const people = { grace: { permission: 'read' }, ada: { permission: 'write' } } as const

/** Lets somebody notice that something is missing in the documentation. */
export async function openIssue({ github }: World): Promise<Issue> {
  const { payload, number, title } = await github.createIssue({ ...issueText, asLogin: 'grace' })
  return { ...readPost(payload['issue']), number, title }
}

/** Lets somebody ask for documentation on an issue, and the built action do what it does. */
export async function runCommand(
  world: World,
  issue: Issue,
  { text, durationMs, inputs }: Command,
  listener: TurnListener,
): Promise<Turn> {
  const { github, docsService } = world
  const earlier = await github.commentsOf(issue.number)
  if (earlier.length === 0) docsService.nextJob({ durationMs })
  else docsService.nextMessage({ durationMs })
  const trigger = await github.comment(issue.number, text, 'ada')
  await listener.onComment(readPost(trigger.comment), `${trigger.event}.${String(trigger.payload['action'])}`)

  const log: LogEntry[] = []
  const started = world.start({ trigger, inputs: { 'poll-interval': '400ms', ...inputs } })
  started.onLog((line, phase) => {
    log.push({ line, phase })
    listener.onLog({ line, phase })
  })
  const run = await started.result
  const thread = await readThread(world, issue.number)
  const pullRequest = await readNewestPullRequest(world, 'acme/docs')
  return { posts: thread.slice(earlier.length), run, log, pullRequest }
}

const issueText = {
  title: 'Nothing says when a call is repeated',
  body: `A call of ours failed and was **repeated three times** before we heard of it. The page on configuration has one line on \`retries\`, but not when to change it.

- [ ] say when to raise it
- [ ] say when \`0\` is right`,
}
