import { onTestFinished, vi } from 'vitest'
import { connectGitHub } from '../../../src/github/octokit.ts'
import { createClock } from '../fake-clock.ts'
import { type Answer, startServer } from '../loopback.ts'

/** Octokit, connected to a loopback server that gives `answers` in turn. It ends with the test. */
export async function connectToServer(
  answers: readonly Answer[],
  { signal = new AbortController().signal, deadline = 1_800_000, graphqlPath = '' } = {},
) {
  const server = await startServer(answers)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.stubEnv('GITHUB_API_URL', `${server.url.origin}/api/v3`)
  vi.stubEnv('GITHUB_GRAPHQL_URL', graphqlPath && `${server.url.origin}${graphqlPath}`)
  onTestFinished(async () => {
    write.mockRestore()
    vi.unstubAllEnvs()
    await server[Symbol.asyncDispose]()
  })
  const clock = createClock()
  const github = connectGitHub({ token: 'ghs_Octokit_t0ken', clock, lifetime: { signal, deadline }, signal })
  return { github, clock, requests: server.requests }
}
