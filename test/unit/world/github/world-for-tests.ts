import { onTestFinished } from 'vitest'
import { startGitHub } from '../../../world/github/start-github.ts'
import type { GitHubOptions } from '../../../world/github/world.ts'

/** A GitHub that ends with the test, and a client that uses the workflow's token by default. */
export async function startWorld(options: GitHubOptions = {}) {
  const github = await startGitHub(options)
  onTestFinished(() => github.close())
  async function send(method: string, path: string, more: { body?: unknown; token?: string } = {}) {
    const { body, token = github.actionsToken } = more
    const headers = { authorization: `Bearer ${token}` }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(github.apiUrl + path, { method, headers, ...sent })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { github, send }
}
