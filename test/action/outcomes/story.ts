import type { World } from '../../world/index.ts'
import { OUR_LOGIN, renderComment, setTime, type Written, writeDocs } from './comments.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY
/** A Monday. */
export const FIRST_DAY = Date.parse('2025-01-06T00:00:00Z')
const AGENT = 'docs-agent[bot]'

/** A pull request of the documentation, as it truly is now. */
export interface Pull {
  number: number
  title: string
  url: string
  openedAt: number
  mergedAt?: number
  closedAt?: number | undefined
  /** A person opened it, or is the author or committer of a commit. */
  isEdited: boolean
  isByPerson: boolean
  /** Addresses of the threads whose comments know it. */
  threads: Set<string>
}

/** A prompt, and how it ended as far as its run, or the service, can tell. */
export interface Prompt {
  at: number
  /** `working`: no run saw the end, and the service says that it isn't there yet. `not-sent`: refused before. */
  end: SentEnd | 'working' | 'not-sent' | 'not-known'
  event: string
  thread: number
  /** What came of it. */
  pull?: Pull | undefined
}

/** The comment of one command, or of a series of runs. */
export interface Note {
  thread: number
  event: string
  id?: number
  prompts: string[]
  /** Newest first. */
  pulls: Pull[]
}

const LETTERS = { 'pull-request': 'p', 'no-pull-request': 'n', archived: 'a', failed: 'f', unknown: 'u' } as const
/** The job was still at work. */
const OPEN_LETTERS = { submitted: 's', 'timed-out': 't', cancelled: 'c' } as const
type SentEnd = keyof typeof LETTERS
type OpenEnd = keyof typeof OPEN_LETTERS

function isOpenEnd(end: SentEnd | OpenEnd): end is OpenEnd {
  return end in OPEN_LETTERS
}

/** Threads of acme/app and what becomes of them: acts by their times, and the truth as it is at each moment. */
export class Story {
  readonly pulls: Pull[] = []
  readonly prompts: Prompt[] = []
  readonly #acts: { at: number; act: () => unknown }[] = []
  readonly world: World

  constructor(world: World) {
    this.world = world
  }

  at(at: number, act: () => unknown): void {
    this.#acts.push({ at, act })
  }

  /** Lets everything happen up to a time, in its order; acts may plan others. */
  async play(until: number): Promise<void> {
    for (;;) {
      this.#acts.sort((a, b) => a.at - b.at)
      if ((this.#acts[0]?.at ?? until) >= until) break
      const next = this.#acts.shift()
      this.#setTime(next?.at ?? until)
      await next?.act()
    }
    this.#setTime(until)
  }

  /** Runs of this world skip time: the machine's is set so that the world's is the one that is meant. */
  #setTime(at: number): void {
    const { clock } = this.world
    setTime(new Date(Math.max(at, clock.wallClock()) - (clock.wallClock() - Date.now())).toISOString())
  }

  #now(): number {
    return this.world.clock.wallClock()
  }

  note(thread: number, event = 'issue_comment'): Note {
    return { thread, event, prompts: [], pulls: [] }
  }

  /** The agent (or somebody else) opens a pull request at this moment. */
  async open(title: string, asLogin = AGENT): Promise<Pull> {
    const { number, url } = await writeDocs(this.world, { title, asLogin, files: {} })
    const isByApp = asLogin.endsWith('[bot]')
    await this.commit(number, { asLogin, committer: 'web-flow' })
    const made = { openedAt: this.#now(), isEdited: !isByApp, isByPerson: !isByApp, threads: new Set<string>() }
    const pull = { number, title, url, ...made }
    this.pulls.push(pull)
    return pull
  }

  commit(number: number, by: { asLogin: string; committer?: string }) {
    this.#commits += 1
    const files = { [`page-${number}.mdx`]: `Version ${this.#commits}\n` }
    return this.world.github.updatePullRequest(number, [{ files, ...by }], 'acme/docs')
  }
  #commits = 0

  /** A run that began ten minutes ago ends, with this pull request in its comment. */
  async end(note: Note, end: SentEnd | OpenEnd, { pull, jobId = 'x' }: { pull?: Pull; jobId?: string } = {}) {
    const at = this.#now() - 10 * MINUTE
    const { event, thread } = note
    const prompt: Prompt = { at, end: isOpenEnd(end) ? 'working' : end, event, thread, pull }
    this.prompts.push(prompt)
    note.prompts.push(`${new Date(at).toISOString()} ${{ ...LETTERS, ...OPEN_LETTERS }[end]}`)
    if (note.prompts.length > 20) {
      // A comment remembers no more.
      this.forgetful.add(note)
      const [first] = this.prompts.filter((each) => each.thread === thread && each.event === event)
      this.prompts.splice(this.prompts.indexOf(first ?? prompt), 1)
    }
    const known = note.pulls.filter((each) => each !== pull)
    note.pulls = [...(pull ? [pull] : []), ...known].slice(0, 11)
    const state = end === 'unknown' ? 'unknown' : isOpenEnd(end) ? 'job' : 'finished'
    const link = end === 'pull-request' && pull ? { prLink: pull.url } : {}
    const isFollowUp = pull !== undefined && pull.threads.size > 0
    await this.#write(note, {
      outcome: end,
      state,
      event: note.event,
      job: { jobId, ...link, isFollowUp },
      prompts: note.prompts.slice(-20),
      ...(known.length > 0 && { pullRequests: known.map(({ url }) => url).slice(0, 10) }),
      ...(note.event === 'pull_request' && { series: 'pushes' }),
    })
    for (const each of note.pulls) each.threads.add(this.#urlOf(note.thread))
    return prompt
  }

  /** A run ends that sent nothing. */
  async refuse(note: Note) {
    this.prompts.push({ at: this.#now(), end: 'not-sent', event: note.event, thread: note.thread })
    await this.#write(note, { outcome: 'unavailable', state: 'refused', event: note.event, prompts: note.prompts })
  }

  async #write(note: Note, written: Written) {
    const { github } = this.world
    const text = renderComment(this.world, note.thread, { ...written, ...(note.id && { commentId: note.id }) })
    if (note.id === undefined) note.id = (await github.comment(note.thread, text, OUR_LOGIN)).comment.id
    else await github.editComment(note.id, text, OUR_LOGIN)
  }

  #urlOf(thread: number): string {
    return `${this.world.github.serverUrl}/acme/app/issues/${thread}`
  }

  /** Comments that have told more than they remember. */
  readonly forgetful = new Set<Note>()

  async close(pull: Pull, how: 'merged' | 'closed') {
    await this.world.github.closePullRequest(pull.number, how, 'acme/docs')
    if (how === 'merged') pull.mergedAt = this.#now()
    pull.closedAt = this.#now()
  }

  async reopen(pull: Pull) {
    await this.world.github.reopenPullRequest(pull.number, 'acme/docs')
    pull.closedAt = undefined
  }

  /** Somebody commits to it, or amends its commit. */
  async edit(pull: Pull, by: { asLogin: string; committer?: string }) {
    await this.commit(pull.number, by)
    pull.isEdited = true
  }
}
