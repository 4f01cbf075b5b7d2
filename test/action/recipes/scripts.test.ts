import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createQuickWorld, type World } from '../../world/index.ts'
import { listRecipes } from '../../world/workflow/recipes.ts'
import { readPrompts } from '../agent-job/conversation.ts'
import { putSteps, runRecipe, takeSteps } from './run-recipe.ts'

// "Replace a script that calls the API": the script and the workflow get the same push.

const kinds = ['Every push', 'Excluded files, and rules for the agent'] as const

/** The two blocks below a heading: the step of the script, and what replaces it. */
function readKind(heading: (typeof kinds)[number]): { script: string; workflow: string } {
  const [before = '', after = ''] = listRecipes()
    .filter((recipe) => recipe.heading === heading)
    .map(({ text }) => text)
  const [{ with: step }] = parse(takeSteps(before)) as [{ with: { script: string } }]
  const isWhole = heading === kinds[0]
  return { script: step.script, workflow: isWhole ? after : putSteps(readKind(kinds[0]).workflow, takeSteps(after)) }
}

/** Runs a script as `actions/github-script` does, with the world's GitHub and service. */
async function runGithubScript({ github, docsService }: World, script: string, payload: object): Promise<void> {
  const headers = { authorization: `Bearer ${github.actionsTokenWith({ contents: 'read' })}` }
  const compareCommits = async ({ owner = '', repo = '', base = '', head = '' }) => {
    const url = `${github.apiUrl}/repos/${owner}/${repo}/compare/${base}...${head}`
    return { data: await (await fetch(url, { headers })).json() }
  }
  const values = {
    context: { repo: { owner: 'acme', repo: 'app' }, payload },
    github: { rest: { repos: { compareCommits } } },
    core: { setFailed: (message: string) => expect.fail(message) },
    process: { env: { API_KEY: docsService.apiKey, PROJECT_ID: docsService.projectId } },
    fetch: (url: string, init: RequestInit) => fetch(url.replace('https://api.mintlify.com', docsService.url), init),
  }
  const AsyncFunction = (async () => {}).constructor as new (
    ...code: string[]
  ) => (...given: unknown[]) => Promise<void>
  await new AsyncFunction(...Object.keys(values), script)(...Object.values(values))
}

const files = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, 'limit\n']))

type Push = (github: World['github']) => Promise<Parameters<typeof runRecipe>[2]>

const commit =
  (...paths: string[]): Push =>
  async (github) =>
    await github.push([{ message: 'Limit the retries\n\nTo three.', files: files(...paths) }])

const squash =
  (...paths: string[]): Push =>
  async (github) => {
    const { number } = await github.createPullRequest({ title: 'Limit the retries', files: files(...paths) })
    return (await github.merge(number, 'squash')).push
  }

/** What the script and the workflow send to the agent for the same push. */
async function playBoth(kind: (typeof kinds)[number], push: Push) {
  const { script, workflow } = readKind(kind)
  await using old = await createQuickWorld()
  await using current = await createQuickWorld()
  await runGithubScript(old, script, (await push(old.github)).payload)
  const jobs = await runRecipe(current, workflow, await push(current.github))
  expect(jobs).toMatchObject([{ conclusion: 'success' }])
  return { before: readPrompts(old), after: readPrompts(current) }
}

test.concurrent.for<[string, Push]>([
  ['a push', commit('src/retries.ts', 'src/retries.test.ts', 'docs/retries.mdx', 'go/legacy/a.go')],
  ['a merge by squash', squash('src/retries.ts', 'src/retries.test.ts', 'docs/retries.mdx', 'go/legacy/a.go')],
])(
  '%s: the prompt of the workflow has the rules, the first line and the files of that of the script',
  async ([, push]) => {
    const { before, after } = await playBoth('Excluded files, and rules for the agent', push)

    const lines = before.flatMap((prompt) => prompt.split('\n')).filter(Boolean)
    expect(lines).toHaveLength(5)
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^Limit the retries/), 'src/retries.ts']))
    expect(after).toHaveLength(1)
    // The pull request has the number that a squash puts behind its title.
    for (const line of lines) expect(after[0]).toContain(line.replace(/ \(#\d+\)$/, ''))
    for (const excluded of ['retries.test.ts', 'retries.mdx', 'a.go']) expect(after[0]).not.toContain(excluded)
  },
)

test.concurrent('a push with excluded files only: neither sends anything', async () => {
  const excluded = commit('src/a.test.ts', 'docs/a.mdx', 'legacy/a.ts')
  expect(await playBoth('Excluded files, and rules for the agent', excluded)).toEqual({ before: [], after: [] })
})

test.concurrent('every push: both send one prompt, and that of the workflow says what was pushed', async () => {
  const { before, after } = await playBoth('Every push', commit('src/retries.ts'))
  expect([before.length, after.length]).toEqual([1, 1])
  for (const part of ['Update the documentation', 'acme/app', 'Limit the retries', 'src/retries.ts'])
    expect(after[0]).toContain(part)
})
