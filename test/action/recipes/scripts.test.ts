import { expect, test } from 'vitest'
import { createQuickWorld, type World } from '../../world/index.ts'
import { listRecipes } from '../../world/workflow/recipes.ts'
import { readPrompts } from '../agent-job/conversation.ts'
import { type Cause, putSteps, readWarnings, runOnlyJob, takeSteps } from './run-recipe.ts'

// "Replace a script that calls the API": what the agent gets from the workflows that replace the scripts.

/** What replaces the script: the second block below a heading. */
const readReplacement = (heading: string) => listRecipes().filter((recipe) => recipe.heading === heading)[1]?.text ?? ''

const EVERY_PUSH = readReplacement('Every push')
const EXCLUDED = putSteps(EVERY_PUSH, takeSteps(readReplacement('Excluded files, and rules for the agent')))
const RULES = ['Change only pages that these changes affect.', 'Follow docs/AGENTS.md.']

const files = Object.fromEntries(
  ['src/retries.ts', 'src/retries.test.ts', 'docs/retries.mdx', 'go/legacy/a.go'].map((path) => [path, 'limit\n']),
)

const push =
  (changed: Record<string, string> = files): Cause =>
  (github) =>
    github.push([{ message: 'Limit the retries\n\nTo three.', files: changed }])

const squash: Cause = async (github) => {
  const { number } = await github.createPullRequest({ title: 'Limit the retries', files })
  return (await github.merge(number, 'squash')).push
}

async function readPrompt(world: World, recipe: string, cause: Cause): Promise<string> {
  const [step] = await runOnlyJob(world, recipe, await cause(world.github))
  expect(readWarnings(step)).toEqual([])
  return readPrompts(world).join()
}

test.concurrent.for<[string, recipe: string, Cause, parts: string[]]>([
  ['every push', EVERY_PUSH, push(), ['Update the documentation', 'acme/app']],
  ['a push, with rules and without excluded files', EXCLUDED, push(), RULES],
  ['a merge by squash, with rules and without excluded files', EXCLUDED, squash, RULES],
])('%s: the agent gets what was pushed', async ([, recipe, cause, parts]) => {
  await using world = await createQuickWorld()
  const prompt = await readPrompt(world, recipe, cause)
  for (const part of [...parts, 'Limit the retries', 'src/retries.ts']) expect(prompt).toContain(part)
  for (const excluded of ['retries.test.ts', 'retries.mdx', 'a.go'])
    expect(prompt.includes(excluded)).toBe(recipe === EVERY_PUSH)
})

test.concurrent('a push with excluded files only: nothing is sent', async () => {
  await using world = await createQuickWorld()
  const excluded = { 'src/a.test.ts': 'a\n', 'docs/a.mdx': 'a\n', 'legacy/a.ts': 'a\n' }
  expect(await readPrompt(world, EXCLUDED, push(excluded))).toBe('')
})
