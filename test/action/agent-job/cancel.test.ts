// @module-tag requests-vary
import { describe, expect, test } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import { createScene, runAgain, type SceneName, stopAt } from './crash.ts'

const PERMISSION = 'GET /repos/acme/app/collaborators/writer/permission'

// A canceled run goes on to report. Requests that no other scene makes in the same way are only in one of them.
const lost: [SceneName, string][] = [
  ['command', 'react eyes'],
  ['command', PERMISSION],
  ['command', 'POST /graphql'],
  ['command', 'post comment'],
  ['command', 'create job'],
  ['command', 'edit comment'],
  ['command', 'GET /v2/agent/docs-project/job/{job}'],
  ['command', 'GET /repos/acme/docs/pulls/1'],
  ['command', 'post comment, number 2'],
  ['command', 'delete comment'],
  ['command', 'react rocket'],
  ['second command', 'send message'],
  ['re-run after a failure', 'edit comment'],
  ['pull request', 'edit comment'],
  ['pull request', 'edit comment, number 3'],
]
const carriedOut: [SceneName, string][] = [
  ['command', 'post comment'],
  ['command', 'create job'],
  ['command', 'edit comment'],
  ['command', 'post comment, number 2'],
  ['second command', 'send message'],
  ['pull request', 'edit comment'],
]
const cases = [
  ...lost.map((place) => ['lost', ...place] as const),
  ...carriedOut.map((place) => ['carried out', ...place] as const),
]

/** Whether a prompt without a response was received, nobody knows. */
const isPrompt = (place: string) => place === 'create job' || place === 'send message'

test('a reaction that fails while the permission is read ends no canceled run', async () => {
  await using scene = await createScene('command')
  scene.world.github.faults.add({ path: /\/reactions$/u, respond: { status: 502, body: {} } })
  const { log, outputs } = await stopAt(scene, PERMISSION, true, (run) => run.cancel())
  expect([outputs['outcome'], /\n\s+at |Node\.js v/u.test(log.raw.toString())]).toEqual(['cancelled', false])
})

describe.concurrent('canceled at any request, a run ends by itself, and what it leaves is true', () => {
  test.each(cases)('%s: %s: %s', async (moment, kind, place) => {
    await using scene = await createScene(kind)
    const stopped = await stopAt(scene, place, moment === 'lost', (run) => run.cancel())
    const { exitCode, signal, outputs, summary, log, annotations } = stopped
    // Time limits of seven seconds or more are a hundred times as long here (`step-process.ts`), so a run that ends keeps
    // to shorter ones.
    expect([exitCode === 0 || exitCode === 1, signal]).toEqual([true, null])
    expect(log.raw.toString()).not.toMatch(/\n\s+at |Node\.js v|UnhandledPromise|bug in the action/u)
    expect(Object.keys(outputs).toSorted()).toEqual(listDeclaredOutputs('agent-job').toSorted())
    expect(outputs['outcome']).toMatch(
      moment === 'lost' && isPrompt(place) ? /^unknown$/u : /^(?:cancelled|unknown|pull-request)$/u,
    )
    expect(summary).toMatch(/^### /u)
    expect(annotations.filter(({ level }) => level === 'error')).toHaveLength(exitCode ?? 0)
    for (const { body } of await scene.all()) expect(body).not.toContain('⏳')
    // A response that comes a moment after the signal is still waited for: it holds the only word of the ID.
    if (moment === 'carried out' && scene.countNew() > 0) expect(outputs['jobId']).not.toBe('')
    const texts = [...(await scene.ours()).map(({ body }) => body), summary].join()
    if (scene.countNew() > 0) expect(texts).not.toMatch(/nothing was sent/iu)
    await runAgain(scene)
  })
})
