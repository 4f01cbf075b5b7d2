import type { World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'

/** Somebody opens an issue, and asks in a comment on it. `asked` is the delivery that starts the workflow. */
export async function askOnIssue(world: World, text = '/docs explain the retries option', login = 'writer') {
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, text, login)
  return { issue, asked }
}

/** What the action says in a thread: its comments, oldest first, without the hidden lines at both ends. */
export async function readReports(world: World, thread: number): Promise<string[]> {
  const comments = await world.github.commentsOf(thread)
  return comments
    .filter(({ user }) => user.login === 'github-actions[bot]')
    .map(({ body }) => body.replaceAll(/^<!-- docs-agent:job -->\n|\n*<!-- docs-agent:job marker [^>]*-->$/g, ''))
}

/** What the action reacted with to a comment, oldest first. */
export async function readReactions(
  world: World,
  asked: { comment: { id: number } },
  kind: 'issue' | 'review' = 'issue',
): Promise<string[]> {
  return (await world.github.reactionsOf(asked.comment.id, kind)).map(({ content }) => content)
}

/** The prompts that reached the service, oldest first. */
export function readPrompts(world: World): string[] {
  return world.docsService.jobs.map(({ prompt }) => prompt)
}

/** Every request that the action made, to GitHub and to the service, as `METHOD path`. */
export function readRequests(world: World): string[] {
  return [...world.github.requestsBy(), ...world.docsService.requests].map(({ method, path }) => `${method} ${path}`)
}

/** The warnings of a run, as they are shown. */
export function readWarnings({ annotations }: RunResult): string[] {
  return annotations.filter(({ level }) => level === 'warning').map(({ message }) => message)
}

/** The errors of a run, as they are shown. */
export function readErrors({ annotations }: RunResult): string[] {
  return annotations.filter(({ level }) => level === 'error').map(({ message }) => message)
}
