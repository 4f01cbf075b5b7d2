import type { JobDependencies } from '../../../../src/agent-job/job/dependencies.ts'
import { DocsServiceError, type Failure } from '../../../../src/docs-service/errors.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { createClock } from '../../fake-clock.ts'

export const LINK = new URL('https://github.test/acme/docs/pull/7')
export const ACTIVE: AgentJob = { id: 'job-1', status: 'active' }
export const DONE: AgentJob = { id: 'job-1', status: 'completed', pullRequest: LINK }
export const OPEN: PullRequestFacts = { state: 'open', isMerged: false }

/** The time of day when a test begins. */
export const NOON = Date.parse('2026-11-22T12:00:00Z')

/** What the service answers instead of a job. */
export function failure(status?: number, facts: Partial<Failure> = {}): DocsServiceError {
  const basics: Failure = {
    operation: 'get agent job',
    kind: 'status',
    certainty: 'unknown',
    status,
    isLimit: status === 429,
  }
  return new DocsServiceError({ ...basics, ...facts }, 'GET https://docs.example', `answered ${status}`)
}

/** What GitHub answers instead of what was asked for. */
export function refusal(status?: number): GitHubError {
  return new GitHubError('do it', { status, answer: `GitHub returned ${status}`, hint: 'Add a line.' })
}

/** Gives `answers` in turn, the last one for ever; an error is thrown. */
export function giveInTurn<Answer>(answers: readonly (Answer | Error)[]): () => Promise<Answer> {
  let count = 0
  return async () => {
    count += 1
    const answer = answers[Math.min(count, answers.length) - 1]
    if (answer instanceof Error) throw answer
    return answer as Answer
  }
}

/** By the name of what is asked for: a function that answers, an answer, or several in turn; an error is thrown. */
export type Answers = Readonly<Record<string, unknown>>

/** A server whose requests are kept in `asked`, in order, without their limits. */
function createServer(answers: Answers, asked: string[]) {
  const create = ([name, given]: [string, unknown]) => {
    const give = typeof given === 'function' ? given : giveInTurn(Array.isArray(given) ? given : [given])
    const answer = async (...facts: object[]) => {
      const told = facts.filter((fact) => !('signal' in Object(fact)))
      asked.push(
        [name, ...told.map((fact) => (typeof fact === 'object' ? Object.values(fact).join('/') : fact))].join(' '),
      )
      return await give(...facts)
    }
    return [name, answer]
  }
  return Object.fromEntries(Object.entries(answers).map(create))
}

interface Parts extends Partial<Record<Exclude<keyof JobDependencies, 'service' | 'github'>, unknown>> {
  service?: Answers
  github?: Answers | undefined
}

/** What a run has from outside: `parts`, a log that is kept, a clock that only sleeping moves, and no words. */
export function createDependencies({ service = {}, github, ...parts }: Parts) {
  const clock = createClock(NOON)
  const asked: string[] = []
  const infos: string[] = []
  const warnings: string[] = []
  const log = {
    info: (text: string) => void infos.push(text),
    warning: (title: string, text: string) => void warnings.push(`${title}: ${text}`),
  } as Log
  const dependencies = {
    run: {
      serverUrl: new URL('https://github.test'),
      repository: 'acme/app',
      ...{ id: '9', attempt: 1, workflow: 'docs.yml', job: 'docs', step: '__self' },
    },
    service: createServer(service, asked),
    github: github && createServer(github, asked),
    clock,
    githubNow: clock.wallClock,
    log,
    signal: new AbortController().signal,
    renderProgress: (progress: object) => progress,
    ...parts,
  } as unknown as JobDependencies
  return { dependencies, clock, asked, infos, warnings }
}
