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
