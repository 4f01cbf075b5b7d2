import type { World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'

/** Somebody opens an issue, and posts a comment on it. `asked` is the delivery that starts the workflow. */
export async function askOnIssue({ github }: World, text: string, login = 'writer') {
  const issue = await github.createIssue()
  return { issue, asked: await github.comment(issue.number, text, login) }
}

/** What the action says in a conversation: its comments, oldest first, without the marker on the first line. */
export async function readReplies({ github }: World, number: number): Promise<string[]> {
  const comments = await github.commentsOf(number)
  const ours = comments.filter(({ user }) => user.login === 'github-actions[bot]')
  return ours.map(({ body }) => body.replace(/^<!-- docs-agent .*-->\n/u, ''))
}

/** What the action reacted with to a comment, oldest first. */
export async function readReactions(
  { github }: World,
  asked: { comment: { id: number } },
  kind: 'issue' | 'review' = 'issue',
): Promise<string[]> {
  return (await github.reactionsOf(asked.comment.id, kind)).map(({ content }) => content)
}

/** The prompts that the service received, oldest first. */
export function readPrompts({ docsService }: World): string[] {
  return docsService.jobs.map(({ prompt }) => prompt)
}

/** Every request that the action sent, to GitHub and then to the service, as `METHOD path`. */
export function listRequests({ github, docsService }: World): string[] {
  return [...github.requestsBy(), ...docsService.requests].map(({ method, path }) => `${method} ${path}`)
}

/** The notices of a run, or its warnings or errors, as they are shown. */
export function readAnnotations({ annotations }: RunResult, wanted: 'notice' | 'warning' | 'error'): string[] {
  return annotations.filter(({ level }) => level === wanted).map(({ message }) => message)
}
