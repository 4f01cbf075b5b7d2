import type { Answer, GitHubRequest } from '../../../src/github/octokit.ts'
import type { ThreadKind } from '../../../src/github/permissions.ts'
import { createGitHub } from '../../../src/github/thread.ts'

export interface Asked {
  operation: string
  route: string
  parameters: Record<string, unknown>
  isRepeatable: boolean
  permissions: readonly string[]
}

/** The `Link` header of a page that is not the last of nine. */
export const NEXT =
  '<https://api.github.com/x?page=2>; rel="next", <https://api.github.com/x?page=9>; rel="last"'

/** GitHub that gives these answers in turn, the last one for ever. */
export function connect(...answers: (Partial<Answer> | Error)[]) {
  return connectAnswering((_, index) => answers[Math.min(index, answers.length - 1)])
}

/** The same, in a thread of this kind. */
export function connectIn(threadKind: ThreadKind | undefined, ...answers: (Partial<Answer> | Error)[]) {
  return connectAnswering((_, index) => answers[Math.min(index, answers.length - 1)], threadKind)
}

/** GitHub that answers by what is asked. */
export function connectAnswering(
  answer: (asked: Asked, index: number) => Partial<Answer> | Error | undefined,
  threadKind?: ThreadKind,
) {
  const asked: Asked[] = []
  const request: GitHubRequest = async ({ operation, isRepeatable, permissions }, route, parameters) => {
    const latest = { operation, route, parameters, isRepeatable, permissions }
    asked.push(latest)
    const given = answer(latest, asked.length - 1)
    if (given === undefined || given instanceof Error) throw given
    return { status: 200, data: undefined, link: '', ...given }
  }
  return { github: createGitHub(request, 'acme/app', { threadKind }), asked }
}
