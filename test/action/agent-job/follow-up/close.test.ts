import { expect, test } from 'vitest'
import { createWorldInProcess } from '../../../world/index.ts'
import { readReports } from '../conversation.ts'

const prompt = 'Document what the change proves.'

/** A pull request whose documentation is open, and which is then closed without a merge. */
async function createClosedPullRequest() {
  const world = await createWorldInProcess({ docsService: { scenario: { terminalOnCreate: true } } })
  const pull = await world.github.createPullRequest()
  const opened = await world.run({ trigger: pull, inputs: { prompt } })
  expect(opened.outputs['outcome']).toBe('pull-request')
  const closed = await world.github.closePullRequest(pull.number, 'closed')
  return { world, number: pull.number, prLink: opened.outputs['prLink'], closed }
}

test.each([
  ['with a token for it, is closed as well, and says why', true],
  ['without a token for it, stays open, which our comment says', false],
])('the documentation of a pull request that is closed without a merge, %s', async (_name, mayClose) => {
  const { world, number, prLink, closed } = await createClosedPullRequest()
  await using _ = world

  const token = mayClose ? world.github.tokenFor('maintainer') : world.github.actionsToken
  const { outputs, conclusion } = await world.run({ trigger: closed, inputs: { prompt }, token })

  expect([outputs, conclusion]).toMatchObject([{ outcome: 'skipped', prLink }, 'success'])
  expect(world.docsService.jobs).toHaveLength(1)
  const reports = await readReports(world, number)
  expect(reports).toHaveLength(1)
  if (mayClose) {
    const [said] = await world.github.commentsOf(1, 'acme/docs')
    expect(said?.body).toContain(`/acme/app/pull/${number})`)
    expect(reports[0]).not.toContain('still open')
  } else {
    expect(reports[0]).toContain('### 📌 The documentation pull request is still open')
    expect(reports[0]).toContain('`pull-requests: write` on `acme/docs`')
  }
})
