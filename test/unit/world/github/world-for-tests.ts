import { expect, onTestFinished } from 'vitest'
import { findViolations } from '../../../world/github/description.ts'
import { startGitHub } from '../../../world/github/start-github.ts'
import type { GitHubOptions } from '../../../world/github/world.ts'

/** A GitHub that ends with the test, and a client that uses the workflow's token unless told otherwise. */
export async function startWorld(options: GitHubOptions = {}) {
  const github = await startGitHub(options)
  onTestFinished(async () => {
    await github.close()
    // What a test lets the client ask, and what is answered, has to be as GitHub's description has it.
    expect(github.requests.flatMap(findViolations)).toEqual([])
  })
  async function send(method: string, path: string, more: { body?: unknown; token?: string } = {}) {
    const { body, token = github.actionsToken } = more
    const answer = await fetch(github.apiUrl + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return { github, send }
}
