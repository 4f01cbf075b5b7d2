import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CERTIFICATE } from '../../world/certificate.ts'
import { createWorld } from '../../world/index.ts'
import { startProxy, startSecureFront } from '../../world/proxy.ts'
import { COMMAND, readTexts } from './story.ts'

test('both servers are reached through the proxy of HTTPS_PROXY, with its login', async () => {
  await using world = await createWorld()
  await using proxy = await startProxy()
  await using gitHub = await startSecureFront(world.github.apiUrl)
  await using service = await startSecureFront(world.docsService.url)
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const authority = join(folder, 'certificate.pem')
  writeFileSync(authority, CERTIFICATE.cert)
  const [apiHost, serviceHost] = [`docs.test:${gitHub.port}`, `docs.test:${service.port}`]
  const issue = await world.github.createIssue()
  const asked = await world.github.comment(issue.number, COMMAND)

  const { outputs } = await world.run({
    trigger: asked,
    inputs: { 'base-url': `https://${serviceHost}` },
    environment: {
      GITHUB_API_URL: `https://${apiHost}`,
      GITHUB_GRAPHQL_URL: `https://${apiHost}/graphql`,
      HTTPS_PROXY: proxy.url.replace('//', '//me:p%40w@'),
      NODE_EXTRA_CA_CERTS: authority,
    },
  })

  expect(outputs['outcome']).toBe('pull-request')
  expect(await readTexts(world, issue.number)).toEqual([expect.stringContaining('🚀')])
  const login = `Basic ${Buffer.from('me:p@w').toString('base64')}`
  const seen = new Set(proxy.seen.map((each) => `${each.target} ${each.login}`))
  expect(seen).toEqual(new Set([`${apiHost} ${login}`, `${serviceHost} ${login}`]))
})
