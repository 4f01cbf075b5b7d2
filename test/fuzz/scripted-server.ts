import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from './scripted-network.ts'

/** A docs service on loopback, for code that opens its own connections. */
export interface ScriptedServer extends AsyncDisposable {
  readonly url: string
  /** Path and query of each request since `answerWith`. */
  readonly requests: readonly string[]
  /** Answers from now on, the last one for ever. */
  answerWith(replies: readonly Reply[]): void
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let replies: readonly Reply[] = []
  let requests: string[] = []
  const server = createServer((request, response) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)] ?? { kind: 'reset' }
    requests.push(request.url ?? '')
    // Thousands of runs, and none of them closes what it may need again.
    response.setHeader('connection', 'close')
    send(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests
    },
    answerWith(next) {
      replies = next
      requests = []
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.kind === 'refused' || reply.kind === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const type = reply.kind === 'json' ? 'application/json' : 'text/html'
  response.writeHead(reply.status, { 'content-type': type, ...reply.headers })
  response.end(reply.kind === 'json' ? JSON.stringify(reply.value) : reply.text)
}
