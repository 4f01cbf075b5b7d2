import type { RequestRecord } from '../../world/docs-service/request-log.ts'
import { isGraphql } from '../../world/github/api-message.ts'
import type { RecordedRequest } from '../../world/github/server.ts'
import { createQuickWorld, createWorldInProcess, type Step, type World, type WorldOptions } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'

// What scenarios share: a command in an issue, and what people see of its run.

export const BOT = 'github-actions[bot]'
export const COMMAND = '/docs explain the retries option'
export const COMMENTS = /\/issues\/\d+\/comments$/
export const COMMENT = /\/issues\/comments\/\d+$/
/** No command starts it. */
export const PROMPT = { prompt: 'Document the change.' }

/** What the service responds, for its faults. */
export const answer = (status: number, body: string | object = {}, headers = {}) =>
  ({ kind: 'answer', status, body, headers }) as const
export const PAGE = '<!DOCTYPE html><html><body>Blocked</body></html>'

/** A world in process, whose steps may wait for limits. */
export function createPatientWorld(options: WorldOptions = {}): Promise<World> {
  return createWorldInProcess({ isPatient: true, ...options })
}

/** An issue in which somebody posts a command; `run` runs its workflow. */
export async function createStory(text = COMMAND, { login = 'writer', isQuick, ...options }: StoryOptions = {}) {
  const world = await (isQuick ? createQuickWorld(options) : createPatientWorld(options))
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, text, login)
  return {
    world,
    number: issue.number,
    asked,
    /** What is written, in the order in which it arrives. */
    writes: watchWrites(world),
    run: (step: Step = {}) => world.run({ trigger: asked, ...step }),
    /** Somebody posts another command there, whose run has a number of its own. */
    async command(next: string, step: Step = {}) {
      runId += 1
      return await world.run({ trigger: await world.github.comment(issue.number, next, 'writer'), runId, ...step })
    },
    ours: () => listOurs(world, issue.number),
    texts: () => readTexts(world, issue.number),
    reactions: async () => (await world.github.reactionsOf(asked.comment.id)).map(({ content }) => content),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

let runId = 2_000_000_000

export interface StoryOptions extends WorldOptions {
  login?: string
  /** Jobs are over when they begin. */
  isQuick?: boolean
}

export async function listOurs({ github }: World, number: number) {
  return (await github.commentsOf(number)).filter(({ user }) => user.login === BOT)
}

/** What people see of our comments, oldest first: all but the marker. */
export async function readTexts(world: World, number: number): Promise<string[]> {
  return (await listOurs(world, number)).map(({ body }) => body.slice(body.indexOf('\n') + 1))
}

/** The marker on the first line. */
export function readMarker(body = ''): Record<string, unknown> {
  const [, json = ''] = /^<!-- docs-agent (\{.*\}) -->\n/u.exec(body) ?? []
  return JSON.parse(json)
}

/** A comment with a marker, as section 2.5 of the interface has it. */
export function writeMarked(fields: object, text = '### 🚀 A report'): string {
  const known = { request: 'comment 1', attempt: 1, project: 'docs-project', step: '0123456789abcdef' }
  return `<!-- docs-agent ${JSON.stringify({ ...known, ...fields })} -->\n${text}`
}

/** Writes to GitHub and to the service, each in two words. */
export function watchWrites(world: World): string[] {
  const writes: string[] = []
  const watch = (request: RecordedRequest | RequestRecord) => {
    if ('login' in request && (isGraphql(request) || request.login !== BOT)) return
    if (request.method !== 'GET') writes.push(nameWrite(request))
  }
  world.github.onRequest = watch
  world.docsService.onRequest = watch
  return writes
}

export function nameWrite({ method, path, body }: { method: string; path: string; body?: unknown }): string {
  const [, name = path] = WRITES.find(([pattern]) => pattern.test(`${method} ${path}`)) ?? []
  return name === 'react' ? `react ${Object(body).content}` : name
}

const WRITES: readonly [RegExp, string][] = [
  [/^POST .*\/reactions$/u, 'react'],
  [/^DELETE .*\/reactions\/\d+$/u, 'remove reaction'],
  [/^POST .*\/comments$/u, 'post comment'],
  [/^PATCH .*\/comments\/\d+$/u, 'edit comment'],
  [/^DELETE .*\/comments\/\d+$/u, 'delete comment'],
  [/^POST .*\/job$/u, 'create job'],
  [/^POST .*\/message$/u, 'send message'],
]

/** Every request that the action sent, to GitHub and then to the service, as `METHOD path`. */
export function listRequests({ github, docsService }: World): string[] {
  return [...github.requestsBy(), ...docsService.requests].map(({ method, path }) => `${method} ${path}`)
}

export function readAnnotations(
  { annotations }: Pick<RunResult, 'annotations'>,
  wanted: 'error' | 'warning' | 'notice',
) {
  return annotations.flatMap(({ level, message }) => (level === wanted ? [message] : []))
}

/** The prompts that the service received for new jobs, oldest first. */
export function readPrompts({ docsService }: World): string[] {
  return docsService.jobs.map(({ prompt }) => prompt)
}

/** How many prompts the service has received, in messages, too. */
export function countPrompts({ docsService }: World): number {
  return docsService.jobs.reduce((count, { messages }) => count + 1 + messages.length, 0)
}
