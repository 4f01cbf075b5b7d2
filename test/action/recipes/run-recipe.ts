import { expect } from 'vitest'
import type { WebhookEvent } from '../../world/github/world.ts'
import type { World } from '../../world/index.ts'
import { readRecipe } from '../../world/workflow/recipes.ts'
import { type JobRun, runWorkflow, type StepRun, type WorkflowStart } from '../../world/workflow/run-workflow.ts'

/** Runs a recipe in a repository that has stored what the README and the recipes say; reports go to its first issue. */
export async function runRecipe(
  world: World,
  recipe: string,
  trigger: WebhookEvent,
  { vars, ...rest }: Partial<Omit<WorkflowStart, 'trigger' | 'secrets'>> = {},
): Promise<JobRun[]> {
  const { apiKey, projectId } = world.docsService
  const secrets = { DOCS_API_KEY: apiKey, DOCS_READ_KEY: apiKey, DOCS_APP_PRIVATE_KEY: 'a key of the app' }
  const issues = { DOCS_ISSUE: '1', DOCS_REPORT_ISSUE: '1' }
  const stored = { DOCS_PROJECT_ID: projectId, DOCS_APP_CLIENT_ID: 'Iv1.app', ...issues, ...vars }
  return await runWorkflow(world, recipe, { trigger, secrets, vars: stored, ...rest })
}

/** Runs a recipe that has one job. The steps of that, without a checkout. */
export async function runOnlyJob(...start: Parameters<typeof runRecipe>): Promise<[StepRun, ...StepRun[]]> {
  const jobs = await runRecipe(...start)
  expect(jobs).toHaveLength(1)
  const steps = jobs[0]?.steps.filter(({ uses = '' }) => !uses.startsWith('actions/checkout@')) ?? []
  return steps as [StepRun, ...StepRun[]]
}

/** The link of the pull request, which has to be one on the world's GitHub. */
export function readLink(world: World, step: StepRun): string {
  expect(step.result?.outputs).toMatchObject({ outcome: 'pull-request', status: 'completed' })
  const link = step.result?.outputs['prLink'] ?? ''
  expect(link).toMatch(new RegExp(`^${world.github.serverUrl}/acme/docs/pull/\\d+$`))
  return link
}

/** Step after step goes to one pull request, without a warning. */
export function expectOnePullRequest(world: World, steps: readonly StepRun[]): void {
  expect(new Set(steps.map((step) => readLink(world, step))).size).toBe(1)
  const followUps = steps.map(({ result }) => result?.outputs['followUp'])
  expect(followUps).toEqual(['false', ...steps.slice(1).map(() => 'true')])
  expect(steps.flatMap(readWarnings)).toEqual([])
}

export function readWarnings(step: StepRun): string[] {
  const annotations = step.result?.annotations ?? []
  return annotations.filter(({ level }) => level !== 'notice').map(({ message }) => message)
}

/** What somebody does, and the delivery that GitHub makes of it. */
export type Cause = (github: World['github']) => Promise<WebhookEvent>

export const onIssue =
  (text: string, login: 'writer' | 'reader' = 'writer'): Cause =>
  async (github) =>
    await github.comment((await github.createIssue()).number, text, login)

/** The pull request that a recipe follows, with a change that its `paths` count. */
export const followed = { title: 'Retry later', files: { 'src/retries.ts': 'export const retries = 7\n' } }
export const patch = '+export const retries = 7'

/** The steps of a recipe that shows only those. */
export const readSteps = (heading: string): string => takeSteps(readRecipe(heading))

/** The steps of a workflow that was made around them. */
export function takeSteps(recipe: string): string {
  const [, steps] = /with: \{ api-key: x, project-id: x \}\n([\s\S]*)$/.exec(recipe) ?? []
  return steps ?? expect.fail('The recipe is a whole workflow.')
}

export const GET_STARTED = readRecipe('Get started')

/** The steps of a recipe in another workflow, in place of its own. */
export function replaceSteps(heading: string): string {
  return putSteps(GET_STARTED, readSteps(heading))
}

export function putSteps(workflow: string, steps: string): string {
  return workflow.slice(0, workflow.indexOf('      - uses:')) + steps
}
