import fc from 'fast-check'
import { expect } from 'vitest'
import { checkTracesOf, createHostileWorld } from '../action/agent-job/hostile/traces.ts'
import { reportLongRun, testProperty } from './fuzz-parameters.ts'
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

let cases = 0

/** Few cases: each starts the built action as the runner does. What can go wrong besides is for `agent-job.test.ts`. */
testProperty(
  'the built action keeps its promises too',
  6,
  [scenario],
  async ({ title, body, comment, context, endsAs, prLink, model, error }) => {
    cases += 1
    await using world = await createHostileWorld()
    const { github, docsService } = world
    // GitHub takes neither a NUL nor an empty title, and no comment of more than 65,536 characters.
    const issue = await github.createIssue({ title: `A ${title.replaceAll('\0', '')}`, body })
    const trigger = await github.comment(issue.number, `/docs ${comment.slice(0, 60_000)}`, 'writer')
    docsService.nextJob({ endsAs, fields: { model, ...(prLink !== undefined && { prLink }) } })
    if (error !== undefined) {
      const [status, said] = error
      docsService.faults.add({ respond: { kind: 'answer', status, body: { error: said } } })
    }

    const result = await world.run({ trigger, inProcess: false, inputs: { context, timeout: '5s' } })

    expect(result.outputs['outcome']).toBeTruthy()
    expect(docsService.requestsTo({ method: 'POST' }).length).toBeLessThanOrEqual(1)
    await checkTracesOf(world, result, [issue.number])
  },
  () => reportLongRun({ cases }),
)
