import type { RequestRecord } from '../../world/docs-service/request-log.ts'
import { isGraphql } from '../../world/github/api-message.ts'
import type { RecordedRequest } from '../../world/github/server.ts'
import { createWorld, type Step, type World, type WorldOptions } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'

// What scenarios about endings, memory and crashes share: a command in an issue, and what people see of its run.

export const BOT = 'github-actions[bot]'
export const COMMAND = '/docs explain the retries option'
export const COMMENTS = /\/issues\/\d+\/comments$/
export const COMMENT = /\/issues\/comments\/\d+$/
/** No command starts it. */
export const PROMPT = { prompt: 'Document the change.' }

/** A world in process, whose steps may wait for limits. */
export function createPatientWorld(options: WorldOptions = {}): Promise<World> {
  return createWorld({ inProcess: true, isPatient: true, ...options })
}

/** An issue in which somebody posts a command; `run` runs its workflow. */
export async function createStory(text = COMMAND, { login = 'writer', ...options }: StoryOptions = {}) {
  const world = await createPatientWorld(options)
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, text, login)
  const writes = watchWrites(world)
  return {
    world,
    number: issue.number,
    asked,
    /** What is written, in the order in which it arrives. */
    writes,
    run: (step: Step = {}) => world.run({ trigger: asked, ...step }),
    /** Somebody posts another command there, whose run has a number of its own. */
    async command(next: string, step: Step = {}) {
      runId += 1
      return await world.run({ trigger: await world.github.comment(issue.number, next, 'writer'), runId, ...step })
    },
    ours: () => listOurs(world, issue.number),
    texts: async () => (await listOurs(world, issue.number)).map(readText),
    reactions: () => listReactions(world, asked),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

let runId = 2_000_000_000

export interface StoryOptions extends WorldOptions {
  login?: string
}

export async function listOurs({ github }: World, number: number) {
  return (await github.commentsOf(number)).filter(({ user }) => user.login === BOT)
}

export async function listReactions({ github }: World, { comment }: { comment: { id: number } }): Promise<string[]> {
  return (await github.reactionsOf(comment.id)).map(({ content }) => content)
}

/** What people see of a comment: all but the marker. */
export function readText({ body }: { body: string }): string {
  return body.slice(body.indexOf('\n') + 1)
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

function nameWrite({ method, path, body }: { method: string; path: string; body?: unknown }): string {
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

export function readAnnotations({ annotations }: RunResult, wanted: 'error' | 'warning' | 'notice'): string[] {
  return annotations.flatMap(({ level, message }) => (level === wanted ? [message] : []))
}

/** How many prompts the service has received. */
export function countPrompts({ docsService }: World): number {
  return docsService.jobs.reduce((count, { messages }) => count + 1 + messages.length, 0)
}
