import { expect, test } from 'vitest'
import { createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { countPrompts, QUICK_JOBS } from './follow-up/thread.ts'

type Arrange = (world: World) => Promise<Step>

/** A command that continues the pull request of an earlier one. */
const continueThread: Arrange = async (world) => {
  const { number } = await world.github.createIssue()
  const ask = async (text: string) => ({ trigger: await world.github.comment(number, text, 'writer') })
  await world.run(await ask('/docs explain the retries option'))
  return await ask('/docs mention timeouts, too')
}

/** The merge of the agent's own pull request, by somebody: the push has commits by others. */
const mergeOwn: Arrange = async ({ github }) => {
  const { number } = await github.createPullRequest({ asLogin: 'docs-agent[bot]' })
  const { push } = await github.merge(number)
  return { trigger: push, inputs: { prompt: 'Document it.', 'ignore-authors': 'docs-agent[bot]' } }
}

test.each<[string, Arrange, RegExp, string, { created: number; messages: number }]>([
  ['the permission', continueThread, /\/permission$/u, 'pull-request', { created: 1, messages: 1 }],
  ['the list with the claim', continueThread, /\/comments$/u, 'pull-request', { created: 1, messages: 1 }],
  ['an edit', continueThread, /\/issues\/comments\/\d+$/u, 'pull-request', { created: 1, messages: 1 }],
  ['the reaction', continueThread, /\/reactions$/u, 'pull-request', { created: 1, messages: 1 }],
  ['the earlier pull request', continueThread, /\/pulls\/\d+$/u, 'pull-request', { created: 1, messages: 1 }],
  ['the pull requests of a commit', mergeOwn, /\/pulls$/u, 'skipped', { created: 0, messages: 0 }],
])('half an answer decides nothing: %s', async (_name, arrange, path, outcome, prompts) => {
  await using world = await createWorldInProcess({ docsService: QUICK_JOBS })
  const step = await arrange(world)
  world.github.faults.add({ login: 'github-actions[bot]', path, times: 1, respond: { cut: 'middle' } })
  expect((await world.run(step)).outputs['outcome']).toBe(outcome)
  expect(countPrompts(world)).toEqual(prompts)
  expect(world.github.requestsBy().filter(({ status }) => status === undefined)).toHaveLength(1)
})
