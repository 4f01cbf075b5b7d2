import { raceAbort } from '../network/fetch.ts'
import type { MarkerPayload } from './found-comment.ts'
import type { MarkedComment } from './marked-comment.ts'

/** The same comment, but each operation rejects as soon as `until` aborts. Requests in flight continue. */
export function untilAborted<Payload extends MarkerPayload>(
  comment: MarkedComment<Payload>,
  until: AbortSignal,
): MarkedComment<Payload> {
  return {
    get current() {
      return comment.current
    },
    adopt: (found) => comment.adopt(found),
    identify: (account) => comment.identify(account),
    find: () => raceAbort(comment.find(), until),
    post: (content, payload) => raceAbort(comment.post(content, payload), until),
    edit: (content, change) => raceAbort(comment.edit(content, change), until),
    remove: (found) => raceAbort(comment.remove(found), until),
    settle: () => raceAbort(comment.settle(), until),
  }
}
