import type { Person } from './world.ts'

type Call = (asLogin: string, method: string, path: string, body?: unknown) => Promise<unknown>

/**
 * Gives the repositories files, people their roles, and registers the webhook. The function that it returns waits until all
 * is there that a request to a path may meet: `acme/docs` is left out for those that ask `acme/app`.
 */
export function createSeeder(
  call: Call,
  people: Record<string, Person>,
  webhookUrl: string,
): (path: string) => Promise<void> {
  const [admin] = Object.entries(people).find(([, person]) => person.permission === 'admin') ?? []
  if (admin === undefined) throw new Error('Somebody has to be admin')
  const seed = { call, admin, people, webhookUrl }
  const seedFirst = once(() => Promise.all([useUpIds(call, admin), seedRepository(seed, 'acme/app')]))
  const seedDocs = once(() => seedRepository(seed, 'acme/docs'))
  return async (path) => {
    await seedFirst()
    if (!path.startsWith('/repos/acme/app/')) await seedDocs()
  }
}

function once(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined
  return () => {
    done ??= act()
    return done
  }
}

interface Seed {
  call: Call
  admin: string
  people: Record<string, Person>
  webhookUrl: string
}

async function seedRepository(seed: Seed, repository: keyof typeof files): Promise<void> {
  const { call, admin } = seed
  const base = `/repos/${repository}`
  const writers = Object.keys(seed.people).filter((login) => seed.people[login]?.permission === 'write')
  await Promise.all([
    ...writers.map((login) =>
      call(admin, 'PUT', `${base}/collaborators/${encodeURIComponent(login)}`, { permission: 'push' }),
    ),
    commitFiles(call, admin, base, files[repository]),
  ])
  // Last, so that the webhook tells only of what tests do.
  await call(admin, 'POST', `${base}/hooks`, {
    config: { url: seed.webhookUrl, content_type: 'json' },
    events: ['*'],
  })
}

/**
 * A review of twelve comments, so that the ids of later comments are no numbers of issues, and a mistaken id is noticed.
 * All repositories count their comments together. Hardly a test has more issues than this.
 */
async function useUpIds(call: Call, admin: string): Promise<void> {
  const base = '/repos/acme/website'
  const { object } = (await call(admin, 'GET', `${base}/git/ref/heads/main`)) as { object: { sha: string } }
  await call(admin, 'POST', `${base}/git/refs`, { ref: 'refs/heads/reviewed', sha: object.sha })
  await call(admin, 'POST', `${base}/pulls`, { title: 'Reviewed', head: 'reviewed', base: 'main' })
  const comments = Array.from({ length: 12 }, () => ({ path: 'README.md', position: 1, body: 'Seen' }))
  await call(admin, 'POST', `${base}/pulls/1/reviews`, { event: 'COMMENT', body: 'Seen', comments })
}

async function commitFiles(
  call: Call,
  admin: string,
  base: string,
  contents: Record<string, string>,
): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    await call(admin, 'PUT', `${base}/contents/${path}`, {
      message: `Add ${path}`,
      content: Buffer.from(content).toString('base64'),
      branch: 'main',
    })
  }
}

const files = {
  'acme/app': {
    'src/config.ts': `export interface Config {
  retries: number
  timeoutMs: number
}

export const defaults: Config = { retries: 3, timeoutMs: 30_000 }
`,
  },
  'acme/docs': {
    'index.mdx': `---
title: Introduction
description: What Acme does for you
---

Acme keeps your services in touch. Start with the [quickstart](/quickstart), then look up every option in the
[configuration reference](/configuration).
`,
    'quickstart.mdx': `---
title: Quickstart
description: From nothing to a running client in five minutes
---

## Install

\`\`\`sh
npm install @acme/client
\`\`\`

## Connect

\`\`\`ts
import { connect } from '@acme/client'

const client = await connect({ key: process.env.ACME_KEY })
\`\`\`
`,
    'configuration.mdx': `---
title: Configuration
description: Every option, its default, and when to change it
---

| Option | Default | Meaning |
| --- | --- | --- |
| \`retries\` | \`3\` | How often a failed call is repeated |
| \`timeoutMs\` | \`30000\` | How long a call may take, in milliseconds |
`,
  },
}
