import { expect, test } from 'vitest'
import type { WebhookEvent } from '../world/github/world.ts'
import { createWorld, type World } from '../world/index.ts'
import { byHand, bySchedule } from '../world/workflow/deliveries.ts'
import { listRecipes } from '../world/workflow/recipes.ts'
import { type ActRun, runAct } from './run-act.ts'

interface Scenario {
  trigger: (world: World) => Promise<WebhookEvent>
  /** Variables of the repository, beside the project. */
  vars?: Record<string, string>
  /** The `outcome` of each step of the root action. */
  outcomes: string[]
  /** What the service was asked to do, in parts of the prompts. */
  prompts?: string[]
  /** What else has to be there. */
  look?: (world: World, run: ActRun) => Promise<void> | void
}

/** By page and heading. Issue 1 is there for all of them. */
const scenarios: Record<string, Scenario> = {
  'README.md: Five minutes, one merge': onComment('pull-request'),
  'docs/enterprise.md: Proxies': {
    trigger: async () => byHand(''),
    outcomes: ['pull-request'],
    prompts: ['Check all links.'],
  },
  'docs/recipes.md: Answer on review lines': onComment('pull-request'),
  'docs/recipes.md: Private documentation repository': {
    ...onComment('pull-request'),
    look: (_world, { notices }) =>
      expect(notices).toContain(
        'asked for reviewers[]=writer at repos/acme/docs/pulls/1/requested_reviewers',
      ),
  },
  'docs/recipes.md: Follow a pull request': {
    trigger: createPullRequest,
    outcomes: ['pull-request'],
    prompts: ['Update the API reference'],
  },
  'docs/recipes.md: Document merged pull requests': {
    async trigger(world) {
      const { push } = await world.github.merge((await createPullRequest(world)).number, 'squash')
      return push
    },
    outcomes: ['pull-request'],
    prompts: ['This was merged.'],
  },
  'docs/recipes.md: Collect merges in one pull request': {
    trigger: pushChange,
    vars: { DOCS_ISSUE: '1' },
    outcomes: ['pull-request'],
    prompts: ['Update the documentation for this change.'],
    look: findReport,
  },
  'docs/recipes.md: Document by label': {
    async trigger(world) {
      const { payload } = await createPullRequest(world)
      return {
        event: 'pull_request',
        payload: { ...payload, action: 'labeled', label: { name: 'needs-docs' } },
      }
    },
    outcomes: ['pull-request'],
    prompts: ['Write the documentation that this needs.'],
  },
  'docs/recipes.md: Document a release': {
    trigger: (world) => world.github.release({ tag: 'v2.0.0', body: 'Retries wait twice as long.' }),
    outcomes: ['pull-request'],
    prompts: ['Retries wait twice as long.'],
    async look({ github, docsService }) {
      const path = '/repos/acme/app/releases/tags/v2.0.0'
      const { body } = (await github.call('reader', 'GET', path)) as { body: string }
      expect(body).toBe(`Retries wait twice as long.\n\n\nDocumentation: ${docsService.jobs[0]?.prLink}\n`)
    },
  },
  'docs/recipes.md: Several projects': { trigger: pushChange, outcomes: ['skipped', 'pull-request'] },
  'docs/recipes.md: Report page views every week': {
    trigger: async () => bySchedule,
    vars: { DOCS_REPORT_ISSUE: '1' },
    outcomes: [],
    look: findArtifact,
  },
  'docs/recipes.md: Refresh what is falling': {
    trigger: async () => bySchedule,
    outcomes: ['pull-request'],
    prompts: ['These pages lost readers.', '"path": '],
  },
  'docs/recipes.md: Do without this action': {
    trigger: async () => byHand(''),
    outcomes: [],
    prompts: ['Find broken links, and correct them.'],
  },
  'docs/recipes.md: Write documentation by hand': {
    trigger: async () => byHand('Explain "retries" & $HOME'),
    outcomes: ['pull-request'],
    prompts: ['Explain "retries" & $HOME'],
    look: ({ docsService }, { log }) => expect(log).toContain(`Review ${docsService.jobs[0]?.prLink}`),
  },
}

const recipes = new Map(listRecipes().map(({ page, heading, text }) => [`${page}: ${heading}`, text]))

test('every recipe has a scenario', () => {
  expect(Object.keys(scenarios).toSorted()).toEqual([...recipes.keys()].toSorted())
})

test.each([...recipes])('act runs the recipe as it is written: %s', async (name, workflow) => {
  const { trigger, vars, outcomes, prompts = [], look } = scenarios[name] ?? onComment()
  const projects = ['web-docs', 'api-docs', 'partner-docs']
  await using world = await createWorld({
    docsService: { projects, scenario: { terminalOnCreate: true } },
  })
  await world.github.createIssue()
  const { apiKey, projectId } = world.docsService

  const run = await runAct(world, {
    workflow,
    trigger: await trigger(world),
    secrets: { DOCS_API_KEY: apiKey, DOCS_READ_KEY: apiKey, DOCS_APP_PRIVATE_KEY: 'a key' },
    vars: { DOCS_PROJECT_ID: projectId, DOCS_APP_CLIENT_ID: 'an app', ...vars },
  })

  expect(run.exitCode, run.log).toBe(0)
  expect(run.problems).toEqual([])
  expect(run.outputs.flatMap(({ outcome = [] }) => outcome).toSorted()).toEqual(outcomes.toSorted())
  const asked = world.docsService.jobs.map(({ prompt }) => prompt).join('\n')
  for (const prompt of prompts) expect(asked).toContain(prompt)
  await look?.(world, run)
})

/** A command that is answered by a comment for each of these outcomes. */
function onComment(...outcomes: string[]): Scenario {
  return {
    trigger: ({ github }) => github.comment(1, '/docs add a page about rate limits', 'writer'),
    outcomes,
    prompts: ['add a page about rate limits'],
    async look({ github, docsService }) {
      const [, ...reports] = await github.commentsOf(1)
      const links = docsService.jobs.map(({ prLink }) => prLink)
      expect(reports).toHaveLength(outcomes.length)
      for (const link of links) expect(reports.map(({ body }) => body).join()).toContain(link)
    },
  }
}

async function findReport({ github, docsService }: World): Promise<void> {
  const bodies = (await github.commentsOf(1)).map(({ body }) => body)
  expect(bodies).toEqual([expect.stringContaining(docsService.jobs[0]?.prLink ?? 'no link')])
}

function findArtifact(_world: World, { notices }: ActRun): void {
  expect(notices).toContainEqual(
    expect.stringMatching(/^page-views-\d{4}-\d\d-\d\d has 4001 lines of page-views\.csv$/),
  )
}

/** A file of each kind that the recipes look for. */
const files = { 'src/retries.ts': 'export const retries = 7\n', 'openapi.yaml': 'openapi: 3.1.0\n' }

function createPullRequest({ github }: World) {
  return github.createPullRequest({ files })
}

function pushChange({ github }: World): Promise<WebhookEvent> {
  return github.push([{ files }])
}
