import { describe, expect, test } from 'vitest'
import { startDocsService } from '../../world/docs-service/server.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import { startProxy } from '../../world/proxy.ts'

function ask(
  world: World,
  inputs: Record<string, string> = {},
  environment: Record<string, string | undefined> = {},
) {
  return world.run({ inputs: { prompt: 'Explain the retries option.', ...inputs }, environment, post: false })
}

function hostOf(url: string): string {
  return new URL(url).host
}

describe.concurrent('proxies', () => {
  test('a proxy is honored, for the service and for GitHub', async () => {
    await using proxy = await startProxy({ tunnels: true, forwards: true })
    await using world = await createWorld()
    const issue = await world.github.createIssue()
    const trigger = await world.github.comment(issue.number, '/docs explain the retries option', 'writer')

    const { outputs } = await world.run({ trigger, environment: { HTTP_PROXY: proxy.url }, post: false })

    expect(outputs['outcome']).toBe('pull-request')
    const targets = new Set(proxy.seen.map(({ target }) => hostOf(target)))
    expect(targets).toEqual(new Set([hostOf(world.docsService.url), hostOf(world.github.apiUrl)]))
    expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
  })

  test('a proxy that opens no tunnels is used for http, with its login', async () => {
    await using proxy = await startProxy({ tunnels: false, forwards: true, refusal: 403 })
    await using world = await createWorld()
    const address = proxy.url.replace('//', '//me:p%40w@')

    const result = await ask(world, {}, { HTTP_PROXY: address })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(world.docsService.requestsTo({ method: 'POST' })).toHaveLength(1)
    const login = `Basic ${Buffer.from('me:p@w').toString('base64')}`
    expect(proxy.seen).toContainEqual({
      method: 'POST',
      target: `${world.docsService.url}/v2/agent/docs-project/job`,
      login,
    })
    expect(world.docsService.requests[0]?.headers['proxy-authorization']).toBeUndefined()
  })

  test('HTTPS_PROXY is for https only', async () => {
    await using proxy = await startProxy({ tunnels: false, forwards: true, refusal: 403 })
    await using world = await createWorldInProcess()

    const plain = await ask(world, {}, { HTTPS_PROXY: proxy.url })
    expect([plain.outputs['outcome'], proxy.seen]).toEqual(['pull-request', []])

    const inputs = { 'base-url': 'https://docs.example', timeout: '5s' }
    const secure = await ask(world, inputs, { HTTPS_PROXY: proxy.url })
    expect(secure.outputs['outcome']).toBe('unavailable')
    expect(proxy.seen[0]).toMatchObject({ method: 'CONNECT', target: 'docs.example:443' })
    expect(secure.log.shown).toMatch(/proxy/i)
  })

  test('NO_PROXY may name one port', async () => {
    await using proxy = await startProxy({ tunnels: true, forwards: true })
    await using world = await createWorld()
    const issue = await world.github.createIssue()
    const trigger = await world.github.comment(issue.number, '/docs explain the retries option', 'writer')
    const github = hostOf(world.github.apiUrl)

    const environment = { HTTP_PROXY: proxy.url, no_proxy: github }
    const { outputs } = await world.run({ trigger, environment, post: false })

    expect(outputs['outcome']).toBe('pull-request')
    expect(new Set(proxy.seen.map(({ target }) => hostOf(target)))).toEqual(
      new Set([hostOf(world.docsService.url)]),
    )
  })

  test('an address of no proxy is named in the error, without what may be a password in it', async () => {
    await using world = await createWorldInProcess()

    const environment = { HTTP_PROXY: 'socks5://me:hunter2@proxy.example' }
    const result = await ask(world, {}, environment)

    expect(result.outputs['outcome']).toBe('error')
    expect(world.docsService.requests).toEqual([])
    expect(result.log.shown).toContain('HTTP_PROXY')
    expect(result.log.shown).not.toContain('hunter2')
    expect(result.log.shown).not.toMatch(/bug in the action/)
  })
})

describe.concurrent('addresses', () => {
  test.each(['/gateway/docs', '/gateway/docs///'])('a path in base-url is kept: %s', async (path) => {
    await using world = await createWorldInProcess()
    const body = { id: 'job-1', status: 'completed', prLink: 'https://github.com/acme/docs/pull/7' }
    world.docsService.faults.add(
      { method: 'POST', respond: { kind: 'answer', status: 201, body: { id: 'job-1', status: 'active' } } },
      { method: 'GET', respond: { kind: 'answer', status: 200, body } },
    )

    const { outputs } = await ask(world, { 'base-url': world.docsService.url + path })

    expect(outputs['outcome']).toBe('pull-request')
    expect(world.docsService.requests.map(({ target }) => target)).toEqual([
      '/gateway/docs/v2/agent/docs-project/job',
      '/gateway/docs/v2/agent/docs-project/job/job-1',
    ])
  })

  test("the project and the job are one segment each of the request's path", async () => {
    const projectId = 'a/b?c#d%2e%2e+e☃'
    await using world = await createWorldInProcess({ docsService: { projectId } })
    world.docsService.nextJob({ id: '../x/%2e%2e?y=1#z', durationMs: 50 })

    const { outputs } = await ask(world)

    expect(outputs['outcome']).toBe('pull-request')
    const jobs = '/v2/agent/a%2Fb%3Fc%23d%252e%252e%2Be%E2%98%83/job'
    const [created, looked] = world.docsService.requests.map(({ target }) => target)
    expect(created).toBe(jobs)
    expect(looked).toBe(`${jobs}/..%2Fx%2F%252e%252e%3Fy%3D1%23z`)
  })

  test('on GitHub Enterprise Server, everything goes to the addresses that the runner names', async () => {
    await using world = await createWorldInProcess({ github: { enterprise: true } })
    const issue = await world.github.createIssue()
    const trigger = await world.github.comment(issue.number, '/docs explain the retries option', 'writer')

    const result = await world.run({ trigger, post: false })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(result.outputs['commentUrl']).toContain(world.github.serverUrl)
    expect(world.github.requestsBy().length).toBeGreaterThanOrEqual(4)
    const [, report] = await world.github.commentsOf(issue.number)
    expect(report?.body).toContain(`${world.github.serverUrl}/acme/app/actions/runs/`)
    expect(report?.body).not.toContain('github.com')
  })

  test('a redirect by GitHub to another origin is not followed', async () => {
    await using elsewhere = await startDocsService()
    await using world = await createWorldInProcess()
    const issue = await world.github.createIssue()
    const trigger = await world.github.comment(issue.number, '/docs explain the retries option', 'writer')
    world.github.faults.add({
      path: /collaborators/,
      respond: { status: 307, headers: { location: elsewhere.url } },
    })

    const { outputs } = await world.run({ trigger, post: false })

    expect(elsewhere.requests).toEqual([])
    expect(outputs['outcome']).toBe('error')
    expect(world.docsService.requests).toEqual([])
  })
})
