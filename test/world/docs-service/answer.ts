import type { ServerResponse } from 'node:http'

/** An answer before it is sent. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer
}

/** An answer with a JSON body. */
export function answerJson(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** The error shape of the agent's operations, and the shorter form of the one of analytics. */
export function answerError(status: number, error: string, headers: Record<string, string> = {}): Answer {
  return answerJson(status, { error }, headers)
}

/** Sends the whole of `answer`. */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.byteLength })
  response.end(body)
}

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
