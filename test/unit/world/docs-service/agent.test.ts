import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeChange, writeSection } from '../../../world/docs-service/agent-writing.ts'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { startGithub } from './agent-github.ts'
import { create, read } from './service-calls.ts'

test('the agent edits a file and opens a pull request on GitHub', async () => {
  await using github = await startGithub()
  await using world = await startDocsService({ github: github.place, scenario: { durationMs: 0 } })
  const { id, source } = await create(world, 'Please add a section about rate limits. Thanks!')
  const { prLink, status } = await read(world, id)
  expect(status).toBe('completed')
  expect(source).toEqual({ repository: `${github.place.apiUrl}/octocat/docs`, ref: 'main' })

  const pull = world.jobs[0]?.pullRequest
  expect(prLink).toBe(pull?.url)
  expect(await github.ask(`/pulls/${pull?.number}`)).toMatchObject({
    html_url: prLink,
    title: 'Document rate limits',
    state: 'open',
    head: { ref: pull?.branch },
    base: { ref: 'main' },
  })
  // Not the pull request's list of files: the emulator makes that up.
  const { branch = '' } = pull ?? {}
  expect(await github.ask(`/compare/main...${branch}`)).toMatchObject({
    files: [{ filename: 'README.md', patch: expect.stringContaining('+## Rate limits') }],
  })
})

test("a job fails when the agent can't work, and says why", async () => {
  await using github = await startGithub()
  const place = { ...github.place, repo: 'elsewhere' }
  await using world = await startDocsService({ github: place, scenario: { durationMs: 0 } })
  const { id } = await create(world)
  expect(await read(world, id)).toMatchObject({ status: 'failed', prLink: null })
  expect(world.jobs[0]?.agentFailure?.message).toContain(
    '/repos/octocat/elsewhere/git/ref/heads/main was answered 404',
  )
})

test.each([
  ['Add a page about rate limits', 'rate limits', 'rate-limits'],
  ['Document the API keys page.', 'API keys page', 'api-keys-page'],
  ['\n\n  Please explain how webhooks are signed!\nSecond line', 'webhooks are signed', 'webhooks-signed'],
  ['<script>alert(1)</script>', 'script alert 1 script', 'script-alert-script'],
  ['🎉', 'this feature', 'feature'],
])('the agent reads a topic out of %j', (prompt, topic, slug) => {
  expect(describeChange(prompt)).toMatchObject({ topic, slug })
})

test('whatever the prompt, headings and branches are plain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (prompt) => {
      const { heading, slug } = describeChange(prompt)
      expect(heading).toMatch(/^[\p{L}\p{N} ]+$/u)
      expect(slug).toMatch(/^[a-z0-9-]+$/)
    }),
    { examples: [['ὔ'], ['ßen']] },
  )
})

test('the agent writes a section once', () => {
  const change = describeChange('Document webhooks')
  const once = writeSection('# Docs\n\nHello.\n', change)
  expect(once).toMatch(/^# Docs\n\nHello\.\n\n## Webhooks\n\nWe call/)
  expect(writeSection(once, change)).toBe(once)
  expect(writeSection('', change)).toMatch(/^## Webhooks\n/)
  const titledAlike = writeSection('# Webhooks\n\nHello.\n', change)
  expect(titledAlike).toMatch(/^# Webhooks\n\nHello\.\n\n## Working with webhooks\n/)
  expect(writeSection(titledAlike, change)).toBe(titledAlike)
  expect(writeSection('## Webhooks\n\nOld.\n\n## Next\n', change)).toMatch(/^## Next\n\n## Webhooks\n/)
})
