import { identify, nameRepository, refuseIntegration, refusePrivate } from './access.ts'
import { type ApiAnswer, type ApiRequest, isObject, problem } from './api-message.ts'
import { commentRoutes } from './comments.ts'
import { commitRoutes } from './commits.ts'
import type { Emulator } from './emulator.ts'
import { fileRoutes } from './files.ts'
import { permissionRoutes } from './people.ts'
import { pullRoutes } from './pulls.ts'
import { reactionRoutes } from './reactions.ts'
import { findRoute } from './routes.ts'
import { mendShapes, replaceUrls } from './shapes.ts'
import type { Identity, LayerContext, LayerState } from './state.ts'

const routes = [
  ...[...reactionRoutes, ...commentRoutes, ...permissionRoutes],
  ...[...fileRoutes, ...pullRoutes, ...commitRoutes],
]

/** Answers one API request: by the emulator, and corrects what it lacks or does differently from GitHub. */
export async function answerRequest(
  state: LayerState,
  emulator: Emulator,
  incoming: ApiRequest,
): Promise<ApiAnswer> {
  const request = nameRepository(state, incoming)
  const who = identify(state, request)
  if ('refused' in who) return who.refused
  const context = createContext(state, emulator, who.identity)
  const answer =
    refusePrivate(context, request) ??
    (await refuseIntegration(context, request)) ??
    (await handle(context, request))
  return mendAnswer(state, answer, emulator.ownUrl)
}

function createContext(state: LayerState, emulator: Emulator, identity: Identity | undefined): LayerContext {
  // Several rules look at the same comment; only a request that writes changes what they see.
  const known = new Map<string, Promise<ApiAnswer>>()
  const forward = (request: ApiRequest) => {
    if (request.method !== 'GET') known.clear()
    return emulator.forward(request, identity?.login)
  }
  const read = (path: string) => {
    const query = new URLSearchParams()
    const answer = known.get(path) ?? forward({ method: 'GET', path, query, headers: {}, bodyText: '' })
    known.set(path, answer)
    return answer
  }
  return { state, identity, forward, read }
}

function handle(context: LayerContext, request: ApiRequest): Promise<ApiAnswer> {
  const found = findRoute(routes, request)
  if (found !== undefined) return found.route.handle(context, request, found.parts)
  return context.forward(request)
}

function mendAnswer(state: LayerState, answer: ApiAnswer, emulatorUrl: string): ApiAnswer {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, replaceUrls(state, value, emulatorUrl)]),
  )
  if (!headers['content-type']?.includes('json')) return { ...answer, headers }
  const value = mendShapes(state, String(answer.body), emulatorUrl)
  if (answer.status >= 400 && isObject(value) && !('status' in value)) {
    return { ...problem(answer.status, asWritten(value['message'])), headers }
  }
  return { ...answer, headers, body: JSON.stringify(value) }
}

/** The emulator's messages differ from GitHub's in case. */
function asWritten(message: unknown): string {
  return message === 'Validation failed' ? 'Validation Failed' : String(message)
}
