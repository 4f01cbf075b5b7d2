import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { startProxy } from '../../world/proxy.ts'
import { askOnIssue } from './conversation.ts'

// Which proxy is for which address, and how it is spoken to: `unit/network`. Which redirects of GitHub are followed:
// `unit/github/redirects.test.ts`. Here is what reaches a whole run.

function hostOf(url: string): string {
  return new URL(url).host
}

describe.concurrent('proxies', () => {
  test('a proxy is honored, with its login, but not for GitHub, whose port NO_PROXY names', async () => {
    await using proxy = await startProxy()
    await using world = await createWorld()
    const { asked } = await askOnIssue(world)
    const [service, github] = [hostOf(world.docsService.url), hostOf(world.github.apiUrl)]

    const environment = {
      HTTP_PROXY: proxy.url.replace('//', '//me:p%40w@'),
      no_proxy: github,
    }
    const { outputs } = await world.run({ trigger: asked, environment, post: false })

    expect(outputs['outcome']).toBe('pull-request')
    expect(new Set(proxy.seen.map(({ target }) => hostOf(target)))).toEqual(new Set([service]))
    const login = `Basic ${Buffer.from('me:p@w').toString('base64')}`
    expect(new Set(proxy.seen.map((each) => each.login))).toEqual(new Set([login]))
    expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
    expect(world.docsService.requests[0]?.headers['proxy-authorization']).toBeUndefined()
  })
})

describe.concurrent('addresses', () => {
  test("the path of base-url is kept, and the project and the job are one segment each of the request's path", async () => {
    await using world = await createWorldInProcess()
    const body = {
      id: '../x/%2e%2e?y=1#z',
      status: 'completed',
      prLink: 'https://github.com/acme/docs/pull/7',
    }
    world.docsService.faults.add(
      { method: 'POST', respond: { kind: 'answer', status: 201, body: { ...body, status: 'active' } } },
      { method: 'GET', respond: { kind: 'answer', status: 200, body } },
    )

    const baseUrl = `${world.docsService.url}/gateway/docs///`
    const inputs = { prompt: 'Explain retries.', 'base-url': baseUrl, 'project-id': 'a/b?c#d%2e%2e+e☃' }
    const { outputs } = await world.run({ inputs })

    expect(outputs['outcome']).toBe('pull-request')
    const jobs = '/gateway/docs/v2/agent/a%2Fb%3Fc%23d%252e%252e%2Be%E2%98%83/job'
    expect(world.docsService.requests.map(({ target }) => target)).toEqual([
      jobs,
      `${jobs}/..%2Fx%2F%252e%252e%3Fy%3D1%23z`,
    ])
  })

  test('on GitHub Enterprise Server, everything goes to the addresses that the runner names', async () => {
    await using world = await createWorldInProcess({ github: { enterprise: true } })
    const { issue, asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, post: false })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(result.outputs['commentUrl']).toContain(world.github.serverUrl)
    expect(world.github.requestsBy().length).toBeGreaterThanOrEqual(4)
    const [, report] = await world.github.commentsOf(issue.number)
    expect(report?.body).toContain(`${world.github.serverUrl}/acme/app/actions/runs/`)
    expect(report?.body).not.toContain('github.com')
  })
})
