import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Client } from './client.ts'

export const WORKFLOW = { file: 'acceptance.yml', path: '.github/workflows/acceptance.yml' } as const
/** The titles of all issues and pull requests begin with it. */
export const TITLE = 'Acceptance: '
/** The folder of all files. Branches begin with it, or with the other if they are the agent's. */
const FOLDER = 'acceptance/'
const AGENT = 'docs-agent/'
const OWN_BRANCH = new RegExp(`^(?:${FOLDER}|${AGENT})`, 'u')
const PURPOSE = 'Written by `npm run acceptance` of the docs agent action.'

/** The action under test. */
export interface Subject {
  action: string
  commit: string
}

export interface Pace {
  /** The pause between two looks. */
  pollMs: number
  /** How long GitHub may need to start a run, and a run to end. */
  startMs: number
  endMs: number
}

export interface Thread {
  number: number
  html_url: string
  title: string
}

export interface Comment {
  id: number
  body: string
  html_url: string
  user: { type: string }
}

interface Pull extends Thread {
  head: { ref: string }
}

export interface Run {
  id: number
  display_title: string
  html_url: string
  status: string
  conclusion: string
  run_attempt: number
}

/** What people do in the sandbox, and what they see there. */
export class Sandbox {
  readonly #client: Client
  readonly #root: string
  readonly #pace: Pace
  /** Names are new in every run: GitHub may still show what was deleted a moment ago. */
  readonly #unique = Date.now().toString(36)

  constructor(client: Client, repository: string, pace: Pace) {
    this.#client = client
    this.#root = `/repos/${repository}`
    this.#pace = pace
  }

  async setUp(subject: Subject): Promise<void> {
    await this.#write(`${FOLDER}page.md`, '# Acceptance\n\nThe agent of the test writes here.\n')
    await this.#write(WORKFLOW.path, writeWorkflow(subject))
  }

  openIssue(title: string): Promise<Thread> {
    return this.#send('POST', '/issues', { title, body: PURPOSE })
  }

  /** A branch with a new file, and its pull request. */
  async openPull(title: string): Promise<Thread> {
    const name = `${title.replace(TITLE, '').replaceAll(/[^a-z]+/gu, '-')}-${this.#unique}`
    const main = await this.#client.send<{ object: { sha: string } }>('GET', `${this.#root}/git/ref/heads/main`)
    await this.#send('POST', '/git/refs', { ref: `refs/heads/${FOLDER}${name}`, sha: main.object.sha })
    await this.#write(`${FOLDER}${name}.ts`, `export const retries = '${name}'\n`, FOLDER + name)
    return this.#send('POST', '/pulls', { title, head: FOLDER + name, base: 'main', body: PURPOSE })
  }

  comment({ number }: Thread, body: string, by = this.#client): Promise<Comment> {
    return by.send('POST', `${this.#root}/issues/${number}/comments`, { body })
  }

  /** @returns the commit that the merge made. GitHub may refuse while it finds out whether it can */
  async merge({ number }: Thread): Promise<string> {
    const path = `${this.#root}/pulls/${number}/merge`
    return (await this.waitFor('the merge', () => this.#client.change<{ sha: string }>('PUT', path, {}))).sha
  }

  async dispatch(inputs: Record<string, string>): Promise<void> {
    await this.#send('POST', `/actions/workflows/${WORKFLOW.file}/dispatches`, { ref: 'main', inputs })
  }

  async tell({ id }: Run, what: 'rerun' | 'cancel'): Promise<void> {
    await this.#send('POST', `/actions/runs/${id}/${what}`, {})
  }

  /** The run that a comment, a commit or a dispatch has started. */
  findRun(cause: string | number): Promise<Run> {
    const title = `acceptance ${cause}`
    const look = async () => (await this.#listRuns()).find(({ display_title }) => display_title === title)
    const what = `a run named "${title}" (check Settings > Actions > General, and githubstatus.com)`
    return this.waitFor(what, look, this.#pace.startMs)
  }

  waitForEnd({ id, html_url }: Run, attempt = 1): Promise<Run> {
    return this.waitFor(`the end of ${html_url}`, async () => {
      const run = await this.#client.find<Run>(`${this.#root}/actions/runs/${id}`)
      return run?.run_attempt === attempt && run.status === 'completed' ? run : undefined
    })
  }

  /** Looks until there is something. @throws Error at the end of the limit */
  async waitFor<Found>(what: string, look: () => Promise<Found | undefined>, limitMs = this.#pace.endMs) {
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += this.#pace.pollMs) {
      const found = await look()
      if (found !== undefined) return found
      await setTimeout(this.#pace.pollMs)
    }
    throw new Error(`Waited ${Math.round(limitMs / 1_000)} s for ${what}.`)
  }

  /** What bots wrote in a conversation, oldest first. */
  async listReplies({ number }: Thread): Promise<Comment[]> {
    const comments = await this.#client.list<Comment>(`${this.#root}/issues/${number}/comments`)
    return comments.filter(({ user }) => user.type === 'Bot')
  }

  /** The reactions of bots to a comment, in alphabetical order. */
  async listReactions({ id }: Comment): Promise<string> {
    const path = `${this.#root}/issues/comments/${id}/reactions`
    const reactions = await this.#client.list<{ content: string; user: { type: string } }>(path)
    const byBots = reactions.filter(({ user }) => user.type === 'Bot').map(({ content }) => content)
    return byBots.toSorted().join(' ')
  }

  /** The pull requests that the test's agent opened after a conversation: one for each job. */
  async listJobs({ number }: Thread): Promise<Pull[]> {
    const pulls = await this.#client.list<Pull>(`${this.#root}/pulls?state=open`)
    return pulls.filter(({ head, ...pull }) => head.ref.startsWith(AGENT) && pull.number > number)
  }

  /**
   * Removes what this start or an earlier one left: closes issues and pull requests, which stay for their readers, and
   * deletes branches and files. Nothing else is touched.
   * @returns how many of each were removed now
   */
  async cleanUp(): Promise<Record<string, number>> {
    const list = <Item>(path: string) => this.#client.list<Item>(this.#root + path)
    const lists = async <Item>(path: string, names: string[]) =>
      (await Promise.all(names.map((name) => list<Item>(path + name)))).flat()
    const runs = (await this.#listRuns()).filter(({ status }) => status !== 'completed')
    const pulls = (await list<Pull>('/pulls?state=open')).filter(({ head }) => OWN_BRANCH.test(head.ref))
    const threads = await list<Thread & { pull_request?: object }>('/issues')
    const issues = threads.filter(({ title, pull_request }) => title.startsWith(TITLE) && pull_request === undefined)
    const refs = await lists<{ ref: string }>('/git/matching-refs/heads/', [FOLDER, AGENT])
    // The workflow goes first, so that what follows starts nothing.
    const found = await lists<{ path: string; sha: string }>('/contents/', ['.github/workflows', 'acceptance'])
    const files = found.filter(({ path }) => path === WORKFLOW.path || path.startsWith(FOLDER))
    const close = { state: 'closed' }
    const changes: Record<string, [method: string, path: string, body?: object][]> = {
      'workflow runs': runs.map(({ id }) => ['POST', `/actions/runs/${id}/cancel`]),
      'pull requests': pulls.map(({ number }) => ['PATCH', `/pulls/${number}`, close]),
      issues: issues.map(({ number }) => ['PATCH', `/issues/${number}`, close]),
      branches: refs.map(({ ref }) => ['DELETE', `/git/${ref}`]),
      files: files.map(({ path, sha }) => ['DELETE', `/contents/${path}`, { message: `Delete ${path}`, sha }]),
    }
    const counts: Record<string, number> = {}
    for (const [what, each] of Object.entries(changes))
      for (const [method, path, body = {}] of each)
        if (await this.#client.change(method, this.#root + path, body)) counts[what] = (counts[what] ?? 0) + 1
    return counts
  }

  /** The newest runs of the workflow; none before GitHub knows it. */
  async #listRuns(): Promise<Run[]> {
    const path = `${this.#root}/actions/workflows/${WORKFLOW.file}/runs?per_page=50`
    return (await this.#client.find<{ workflow_runs: Run[] }>(path))?.workflow_runs ?? []
  }

  /** Commits a new file. */
  #write(path: string, text: string, branch = 'main'): Promise<unknown> {
    const content = Buffer.from(text).toString('base64')
    return this.#send('PUT', `/contents/${path}`, { message: `Add ${path}`, content, branch })
  }

  #send<Body>(method: string, path: string, body: object): Promise<Body> {
    return this.#client.send<Body>(method, this.#root + path, body)
  }
}

/** The workflow of the sandbox. It runs the action as that commit has it, from a checkout. */
export function writeWorkflow({ action, commit }: Subject): string {
  const template = readFileSync(join(import.meta.dirname, 'sandbox.yml'), 'utf8')
  return template.replace(/(?<=: )ACTION$/mu, action).replace(/(?<=: )COMMIT$/mu, commit)
}
