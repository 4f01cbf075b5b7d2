import { expect, onTestFinished } from 'vitest'
import { findViolations } from '../../../world/github/description.ts'
import { startGitHub } from '../../../world/github/start-github.ts'
import type { GitHubOptions } from '../../../world/github/world.ts'

/** A GitHub that ends with the test, and a client that uses the workflow's token unless told otherwise. */
export async function startWorld(options: GitHubOptions = {}) {
  const github = await startGitHub(options)
  onTestFinished(() => github.close())
  return {
    github,
    /** Sends a request over the wire; what is asked and answered has to be as GitHub's description has it. */
    async send(method: string, path: string, more: { body?: unknown; token?: string; accept?: string } = {}) {
      const { body, token = github.actionsToken, accept = 'application/json' } = more
      const answer = await fetch(github.apiUrl + path, {
        method,
        redirect: 'manual',
        headers: { authorization: `Bearer ${token}`, accept },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      expect(github.requests.slice(-1).flatMap(findViolations)).toEqual([])
      return {
        status: answer.status,
        headers: answer.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    },
  }
}
