import { describe, expect, test } from 'vitest'
import { passTimeLimits } from '../../../world/github/time-limits.ts'
import { createWeeks, readMarker } from './weeks.ts'

const START = '2026-11-02T12:00:00Z'

/** A first merge, which nobody has told yet. */
async function createWeek() {
  const weeks = await createWeeks(START)
  await weeks.merge('Retry later')
  weeks.name('week-1')
  weeks.pass(6)
  return weeks
}

const isClaim = ({ method, path }: { method: string; path: string }) => method === 'POST' && path.endsWith('/comments')

describe('two runs at once', () => {
  test('have both looked before either claimed: the first comment has it', async () => {
    await using weeks = await createWeek()
    const { world, run, start, listPrompts } = weeks
    const hasClaimed = Promise.withResolvers<void>()
    let first: ReturnType<typeof run> | undefined
    world.github.onRequest = async (request) => {
      if (!isClaim(request) || first !== undefined) return
      first = run()
      await hasClaimed.promise
    }
    world.github.onAnswer = (request) => {
      if (isClaim(request)) hasClaimed.resolve()
    }

    const second = await start().result

    // It may be over when the other one looks again.
    expect((await first)?.outputs['outcome']).toBe('pull-request')
    expect(second.outputs['outcome']).toMatch(/^(?:duplicate|skipped)$/)
    expect(listPrompts()).toEqual(['#2'])
    expect(await world.github.commentsOf(weeks.issue)).toHaveLength(1)
  })

  test.each<[string, isSame: boolean, outcome: string, prompts: string[], thread: string[]]>([
    ['nothing', true, 'skipped', ['#2 #3'], ['(first…week-2)']],
    ['what is left', false, 'pull-request', ['#2', '#3'], ['(first…week-1)', '(week-1…week-2)']],
  ])(
    'where one ends just before the other claims, the other covers %s',
    async (_name, isSame, outcome, prompts, thread) => {
      await using weeks = await createWeek()
      const { world, run, start, merge, name } = weeks
      const { github } = world
      // The claim is held for as long as the other run takes.
      using _limits = passTimeLimits(github)
      const sha = github.tipOf()
      await merge('Limit the rate')
      name('week-2')
      let isFirst = true
      github.onRequest = async (request) => {
        if (!isFirst || !isClaim(request)) return
        isFirst = false
        await start({ inputs: { wait: 'false' }, ...(isSame ? {} : { sha }) }).result
      }

      const { outputs } = await run()

      expect(outputs['outcome']).toBe(outcome)
      expect(weeks.listPrompts().map((each) => each.split(' ').toSorted().join(' '))).toEqual(prompts)
      const said = (await weeks.readThread()).map((each) => /\(.*….*\)/.exec(each)?.[0])
      expect(said).toEqual(thread)
      const [last] = (await github.commentsOf(weeks.issue)).slice(1)
      if (!isSame) expect(readMarker(last?.body)).toMatchObject({ range: { base: sha } })
    },
  )
})

test('a run that is killed when it has claimed keeps the next one from its range for two hours', async () => {
  await using weeks = await createWeek()
  const { world, run, start, pass, listPrompts } = weeks
  const killed = start({ runId: 101, post: false })
  world.github.onAnswer = (request) => {
    if (isClaim(request)) killed.kill()
  }
  await killed.result
  world.github.onAnswer = undefined

  pass(1 / 13)
  expect((await run({ inputs: { 'dry-run': 'true' } })).outputs['outcome']).toBe('dry-run')
  const soon = await run({ runId: 102 })
  expect([soon.outputs['outcome'], listPrompts()]).toEqual(['duplicate', []])
  const warning = "The workflow run 101 began earlier, and hasn't ended. If it was stopped, re-run it."
  expect(soon.annotations).toContainEqual(expect.objectContaining({ level: 'warning', message: warning }))
  pass(1 / 24)
  expect((await run({ runId: 103 })).outputs['outcome']).toBe('pull-request')
  expect(listPrompts()).toEqual(['#2'])
})

test('a re-run sends the same once more after a refusal, and nothing where a later run has told it', async () => {
  await using weeks = await createWeek()
  const { world, run, merge, name, tell } = weeks
  const sha = world.github.tipOf()
  const refuse = () => world.docsService.faults.add({ method: 'POST', respond: { kind: 'answer', status: 403 } })
  refuse()
  await run({ runId: 101 })
  refuse()
  await run({ runId: 101, runAttempt: 2, sha })
  await merge('Limit the rate')
  name('week-2')

  await run({ runId: 102 })
  const again = await run({ runId: 101, runAttempt: 3, sha })

  expect(weeks.listPrompts()).toEqual(['#2', '#2', '#3 #2'])
  expect(tell(again)).toEqual(['skipped', 'Nothing has changed on main since week-2.'])
})
