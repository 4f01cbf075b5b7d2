import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTracesOf, createHostileWorld } from '../action/agent-job/hostile/traces.ts'
import { FUZZ_TIMEOUT_MS, reportLongRun, runParameters } from './fuzz-parameters.ts'
import { hostileJson, hostileText } from './hostile-text.ts'

const scenario = fc.record({
  title: hostileText,
  body: hostileText,
  comment: hostileText,
  context: fc.constantFrom('none', 'reference', 'full'),
  endsAs: fc.constantFrom('pull-request', 'no-pull-request', 'failed', 'archived'),
  prLink: fc.option(hostileText, { nil: undefined }),
  model: hostileJson,
  error: fc.option(fc.tuple(fc.constantFrom(400, 401, 403, 422, 500), hostileJson), { nil: undefined }),
})

/** Few cases: each starts the built action as the runner does. What can go wrong besides is for `agent-job.test.ts`. */
test(
  'the built action keeps its promises too',
  async () => {
    let cases = 0
    await fc.assert(
      fc.asyncProperty(scenario, async ({ title, body, comment, context, endsAs, prLink, model, error }) => {
        cases += 1
        await using world = await createHostileWorld()
        // GitHub takes neither a NUL nor an empty title, and no comment of more than 65,536 characters.
        const issue = await world.github.createIssue({ title: `A ${title.replaceAll('\0', '')}`, body })
        const asked = await world.github.comment(issue.number, `/docs ${comment.slice(0, 60_000)}`, 'writer')
        world.docsService.nextJob({ endsAs, fields: { model, ...(prLink !== undefined && { prLink }) } })
        if (error !== undefined) {
          const [status, said] = error
          world.docsService.faults.add({
            respond: { kind: 'answer', status, body: JSON.stringify({ error: said }) },
          })
        }

        const result = await world.run({
          trigger: asked,
          inProcess: false,
          inputs: { context, timeout: '5s' },
        })

        expect(result.outputs['outcome']).toBeTruthy()
        expect(world.docsService.requestsTo({ method: 'POST' }).length).toBeLessThanOrEqual(1)
        await checkTracesOf(world, result, [issue.number])
      }),
      runParameters(6),
    )
    reportLongRun({ cases })
  },
  FUZZ_TIMEOUT_MS,
)
