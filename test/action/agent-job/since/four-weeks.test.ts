import { expect, test } from 'vitest'
import { byHand } from '../../../world/workflow/deliveries.ts'
import { createWeeks } from './weeks.ts'

const AGENT = 'docs-agent[bot]'
const inputs = { 'ignore-authors': AGENT, context: 'diff' }

test('a team documents its merges on Mondays: the thread after four weeks', async () => {
  await using weeks = await createWeeks('2026-10-27T12:00:00Z')
  const { world, merge, pass, run, name, tell } = weeks
  const { github, docsService } = world

  // The first week: merges of three kinds, from Tuesday to Thursday. The run of Monday is run again.
  await merge('Retry later', 'merge')
  pass(1)
  await merge('Limit the rate', 'squash')
  pass(1)
  await merge('Log in color', 'rebase')
  name('week-1')
  const sha = github.tipOf()
  pass(4)
  const first = await run({ inputs, runId: 101 })
  expect(tell(first)).toEqual([
    'pull-request',
    'The changes since 2026-10-26 are included. For more, run it once with `since: <n>d`.',
  ])
  const again = await run({ inputs, runId: 101, runAttempt: 2, sha })
  expect(again.outputs).toEqual(first.outputs)

  // A quiet week.
  pass(7)
  expect(tell(await run({ inputs, runId: 102 }))).toEqual(['skipped', 'Nothing has changed since week-1.'])

  // The agent's own merge, another one, and a job that fails.
  pass(2)
  await merge('Document retries', 'squash', { asLogin: AGENT })
  await merge('Cache the answers')
  name('week-3')
  docsService.nextMessage({ endsAs: 'failed', activeReads: 1 })
  pass(5)
  expect(tell(await run({ inputs, runId: 103 }))).toEqual(['failed'])

  // Somebody tries the workflow on the branch of a pull request.
  await github.createPullRequest({ title: 'Try another cache' })
  const ref = 'refs/heads/change-6'
  name('other', ref)
  const elsewhere = { runId: 104, trigger: byHand(''), ref }
  expect(tell(await run({ inputs, ...elsewhere }))).toEqual([
    'pull-request',
    'The changes since 2026-11-09 are included. For more, run it once with `since: <n>d`.',
  ])

  // The next run includes the changes of the failed job.
  pass(3)
  await merge('Stop the clock', 'squash', { labels: ['No-Docs'] })
  await merge('Add a queue', 'merge')
  name('week-4')
  pass(4)
  const fourth = await run({ inputs, runId: 105 })
  expect(fourth.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true' })

  // A push by force takes the last merges off the branch.
  pass(1)
  await github.push([{ files: { 'src/queue.ts': 'another\n' } }], { onto: sha })
  name('moved')
  expect(tell(await run({ inputs, runId: 106 }))).toEqual([
    'pull-request',
    'It no longer contains week-4. The changes since week-1 are included.',
  ])

  expect(weeks.listPrompts()).toEqual(['#4 #3 #2', '#6', '#6', '#9 #6', ''])
  expect(await weeks.readThread()).toEqual([
    // As the re-run knows it.
    `[Changes (first…week-1)]
The next run with \`since: last-run\` begins at \`week-1\`.`,
    `[1 pull request, Nov 11 (week-1…week-3)] Left out: 1 by \`ignore-authors\`.
- [#6 Cache the answers] by writer
The next run with \`since: last-run\` includes these changes again.`,
    `[1 pull request and 1 commit, Nov 11–16 (week-1…other)] Left out: 1 by \`ignore-authors\`.
- [#6 Cache the answers] by writer
- other Change src/retries.ts by writer
The next run with \`since: last-run\` begins at \`other\`.`,
    `[2 pull requests, Nov 11–19 (week-1…week-4)] Left out: 1 by \`ignore-authors\`, 1 by \`no-docs\`.
- [#9 Add a queue] by writer
- [#6 Cache the answers] by writer
The next run with \`since: last-run\` begins at \`week-4\`.`,
    `[1 commit, Nov 24 (week-1…moved)]
- moved Change src/queue.ts by writer
The next run with \`since: last-run\` begins at \`moved\`.`,
  ])
})
