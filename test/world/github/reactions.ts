import { requireUnlocked } from './access.ts'
import { type Handler, type Routes, replyPage, senderOf } from './api-call.ts'
import { json, nodeId, Refusal } from './api-message.ts'
import { findComment, type StoredComment } from './comments.ts'
import { userJson } from './people.ts'
import { type Hub, timeOf } from './repository.ts'

export interface StoredReaction {
  id: number
  author: string
  content: string
  createdAt: string
}

const contents = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes']

/** https://docs.github.com/rest/reactions/reactions */
export const reactionRoutes: Routes = {
  'GET /issues/comments/{id}/reactions': list('issue'),
  'POST /issues/comments/{id}/reactions': create('issue'),
  'GET /pulls/comments/{id}/reactions': list('review'),
  'POST /pulls/comments/{id}/reactions': create('review'),
}

function list(kind: StoredComment['kind']): Handler {
  return (call) => {
    const { hub, repository, parts, request } = call
    const wanted = request.query.get('content')
    const { reactions } = findComment(repository, kind, parts.id)
    const found = reactions.filter(({ content }) => wanted === null || content === wanted)
    return replyPage(call, found, (reaction) => reactionJson(hub, reaction))
  }
}

/** 201 for the first of a kind by somebody, 200 for the same one again. */
function create(kind: StoredComment['kind']): Handler {
  return (call) => {
    const { hub, repository, parts, body } = call
    const content = contents.find((each) => each === body['content'])
    if (content === undefined) {
      const allowed = contents.map((each) => `"${each}"`).join(', ')
      const message = `Invalid request.\n\n"${body['content']}" is not a valid reaction: [${allowed}].`
      throw new Refusal(422, message, { docs: 'rest/reactions/reactions' })
    }
    const { reactions, thread } = findComment(repository, kind, parts.id)
    requireUnlocked(call, thread, 'create reaction')
    const author = senderOf(call)
    const known = reactions.find((each) => each.author === author && each.content === content)
    if (known !== undefined) return json(200, reactionJson(hub, known))
    const reaction = { id: hub.nextId(), author, content, createdAt: timeOf(hub) }
    reactions.push(reaction)
    return json(201, reactionJson(hub, reaction))
  }
}

export function reactionJson(hub: Hub, { id, author, content, createdAt }: StoredReaction) {
  const user = userJson(hub, author)
  return { id, node_id: nodeId('Reaction', id), user, content, created_at: createdAt }
}
