import { createGitHub } from '../../../src/github/github.ts'
import type { ThreadKind } from '../../../src/github/permissions.ts'
import { type GitHubRequest, parseAnswer, type Answer as WholeAnswer } from '../../../src/github/requests.ts'

export interface Asked {
  operation: string
  route: string
  parameters: Record<string, unknown>
  isRepeatable: boolean
  permissions: readonly string[]
}

/** By default, the status is 200, without links. An error is thrown. */
export type Answer = Partial<WholeAnswer<unknown>> | Error

/** The `Link` header of a page before the last one. */
export const NEXT = '<https://api.github.com/x?page=2>; rel="next", <https://api.github.com/x?page=9>; rel="last"'

/** A GitHub that returns these answers in turn, the last one forever. */
export function connect(...answers: Answer[]) {
  return connectIn(undefined, (_, index) => answers[Math.min(index, answers.length - 1)])
}

/** A GitHub that answers by request, in a thread of this kind. */
export function connectIn(
  threadKind: ThreadKind | undefined,
  answer: (asked: Asked, index: number) => Answer | undefined,
) {
  const asked: Asked[] = []
  const request: GitHubRequest = async (query) => {
    const { operation, route, parameters, isRepeatable = true, permissions } = query
    const latest = { operation, route, parameters, isRepeatable, permissions }
    asked.push(latest)
    const given = answer(latest, asked.length - 1)
    if (given === undefined || given instanceof Error) throw given
    return parseAnswer(query, { status: 200, data: undefined, link: '', ...given })
  }
  return { github: createGitHub(request, 'acme/app', threadKind), asked }
}
