import { isObject } from './api-message.ts'

export const reactionContents = [
  '+1',
  '-1',
  'laugh',
  'hooray',
  'confused',
  'heart',
  'rocket',
  'eyes',
] as const

export interface StoredReaction {
  id: number
  node_id: string
  user: unknown
  content: string
  created_at: string
}

/** Reactions of the world, which the emulator lacks. https://docs.github.com/rest/reactions/reactions */
export class Reactions {
  // Far from the ids of comments and issues, so that a mistaken id is noticed.
  #nextId = 90_001
  readonly #bySubject = new Map<string, StoredReaction[]>()

  of(subject: string): readonly StoredReaction[] {
    return this.#bySubject.get(subject) ?? []
  }

  /** Adds one unless this user has it already. */
  add(
    subject: string,
    login: string,
    user: unknown,
    content: string,
  ): { reaction: StoredReaction; isNew: boolean } {
    const known = this.of(subject).find((each) => each.content === content && loginOf(each.user) === login)
    if (known !== undefined) return { reaction: known, isNew: false }
    const id = this.#nextId++
    const reaction = {
      id,
      node_id: Buffer.from(`Reaction${id}`).toString('base64url'),
      user,
      content,
      created_at: new Date().toISOString(),
    }
    this.#bySubject.set(subject, [...this.of(subject), reaction])
    return { reaction, isNew: true }
  }

  remove(subject: string, id: number): boolean {
    const left = this.of(subject).filter((each) => each.id !== id)
    const removed = left.length < this.of(subject).length
    this.#bySubject.set(subject, left)
    return removed
  }

  /** The `reactions` field of a comment or issue, without its `url`. */
  count(subject: string): Record<string, number> {
    const all = this.of(subject)
    const counts = reactionContents.map((content) => [
      content,
      all.filter((each) => each.content === content).length,
    ])
    return { total_count: all.length, ...Object.fromEntries(counts) }
  }
}

/** The key under which reactions to a thing are kept; `url` is the `reactions.url` of that thing, or its path. */
export function subjectOf(url: string): string {
  return url.replace(/^.*?(?=\/repos\/)/, '').replace(/\/reactions(\/\d+)?$/, '')
}

function loginOf(user: unknown): unknown {
  return isObject(user) ? user['login'] : undefined
}
