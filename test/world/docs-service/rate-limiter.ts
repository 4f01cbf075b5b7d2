import { type Answer, answerError } from './answer.ts'

const hourMs = 60 * 60 * 1000

/** At most `perHour` requests in any sixty minutes, counted by key. */
export class RateLimiter {
  readonly #perHour: number
  readonly #retryAfter: 'seconds' | 'date' | undefined
  readonly #accepted = new Map<string, number[]>()

  constructor(perHour: number, retryAfter: 'seconds' | 'date' | undefined) {
    this.#perHour = perHour
    this.#retryAfter = retryAfter
  }

  /** Counts a request at `now` (milliseconds since 1970), or gives the answer that refuses it. */
  refuse(key: string, now: number): Answer | undefined {
    const recent = (this.#accepted.get(key) ?? []).filter((time) => time > now - hourMs)
    this.#accepted.set(key, recent)
    if (recent.length < this.#perHour) {
      recent.push(now)
      return undefined
    }
    const freeAt = (recent.at(-this.#perHour) ?? now) + hourMs
    return answerError(429, 'Rate limit exceeded, try again later', this.#headers(now, freeAt))
  }

  #headers(now: number, freeAt: number): Record<string, string> {
    if (this.#retryAfter === undefined) return {}
    const seconds = Math.ceil((freeAt - now) / 1000)
    return {
      'retry-after':
        this.#retryAfter === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString(),
    }
  }
}
