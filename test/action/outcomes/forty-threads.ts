import type { World } from '../../world/index.ts'
import { setTime, type Written, writeComment, writeDocs } from './comments.ts'

/** November, 2026, unless the month is given: `02T09:10` or `10-20T09:10`. */
const at = (time: string) => `2026-${time.includes('-') ? '' : '11-'}${time}:00Z`

/**
 * Forty threads of acme/app, 26 October to 22 November: commands, pushes of one series, a schedule and more, with pull
 * requests in every state, and with comments that must not count. The report is made on Monday, 23 November, 06:17.
 */
export async function writeFortyThreads(world: World): Promise<void> {
  const { github, docsService } = world
  const acts: [time: string, act: () => Promise<unknown>][] = []
  const urls: Record<string, string> = {}
  const numbers: Record<string, number> = {}
  const link = (name: string) => ({ jobId: `job of ${name}`, prLink: urls[name] })

  /** A prompt ten minutes before `time`, for which the agent opens a pull request then. */
  function ask(
    time: string,
    thread: number,
    name: string,
    { docs, ...written }: Written & { docs?: Partial<Parameters<typeof writeDocs>[1]> } = {},
  ) {
    acts.push([
      time,
      async () => {
        const asked = new Date(Date.now() - 600_000).toISOString()
        const { number, url } = await writeDocs(world, { title: `${name}: document it`, ...docs })
        Object.assign(urls, { [name]: url })
        Object.assign(numbers, { [name]: number })
        await writeComment(world, thread, { job: link(name), prompts: [asked], ...written })
      },
    ])
  }
  const note = (time: string, thread: number, written: () => Written) =>
    acts.push([time, () => writeComment(world, thread, written())])
  const end = (time: string, name: string, how: 'merged' | 'closed' = 'merged') =>
    acts.push([time, () => github.closePullRequest(numbers[name] ?? 0, how, 'acme/docs')])
  const commit = (time: string, name: string, asLogin: string) =>
    acts.push([
      time,
      () =>
        github.updatePullRequest(
          numbers[name] ?? 0,
          [{ files: { [`by-${asLogin.split('@')[0]}.md`]: 'More\n' }, asLogin }],
          'acme/docs',
        ),
    ])

  setTime(at('10-01T08:00'))
  for (let thread = 1; thread <= 40; thread += 1)
    if (thread === 23 || thread === 25) await github.createPullRequest({ files: { [`src/${thread}.ts`]: 'x\n' } })
    else await github.createIssue({ title: `Thread ${thread}` })

  // Commands: merged as written after 1, 2, 4, 5, 6, 8 and 30 hours, one of them after a merge of the base branch.
  ask('02T09:10', 1, 'A', { docs: { files: { 'guides/a.mdx': 'a\nb\n', 'img/a.svg': '<svg/>\n' } } })
  end('02T10:10', 'A')
  ask('03T09:10', 2, 'B')
  end('03T11:10', 'B')
  ask('04T09:10', 3, 'C')
  end('04T13:10', 'C')
  ask('05T09:10', 4, 'D')
  acts.push(['05T12:00', () => github.updateBranch(numbers['D'] ?? 0, 'acme/docs')])
  end('05T14:10', 'D')
  ask('06T09:10', 5, 'E')
  end('06T15:10', 'E')
  ask('07T09:10', 6, 'F')
  end('07T17:10', 'F')
  ask('08T09:10', 7, 'G')
  end('09T15:10', 'G')
  // Merged after 3 and 50 hours, with commits by a person, and by an address that no account has.
  ask('09T09:10', 8, 'H', { docs: { files: { 'guides/h.mdx': 'h\n', 'snippets/h.mdx': 'h\n' } } })
  commit('09T10:00', 'H', 'writer')
  note('09T11:00', 30, () => ({ job: { ...link('H'), isFollowUp: true } }))
  end('09T12:10', 'H')
  ask('10T09:10', 9, 'I')
  commit('10T10:00', 'I', 'somebody@acme.example')
  end('12T11:10', 'I')
  // Closed, and two that are open, of which one is continued in another thread.
  ask('11T09:10', 10, 'J')
  end('11T10:00', 'J', 'closed')
  ask('12T09:10', 11, 'K')
  note('14T09:00', 29, () => ({ job: { ...link('K'), isFollowUp: true } }))
  ask('13T09:10', 12, 'L')
  // No pull request.
  note('13T10:00', 13, () => ({
    outcome: 'no-pull-request',
    job: { jobId: 'thirteen', status: 'completed' },
  }))
  note('13T10:01', 14, () => ({ outcome: 'failed', job: { jobId: 'fourteen', status: 'failed' } }))
  note('13T10:02', 15, () => ({ outcome: 'unknown', state: 'unknown', job: { jobId: 'fifteen' } }))
  note('13T10:03', 16, () => ({ outcome: 'archived', job: { jobId: 'sixteen', status: 'archived' } }))
  // Never sent: the service took no prompt; the inputs were invalid.
  note('13T10:04', 17, () => ({ outcome: 'unavailable', state: 'refused', prompts: [] }))
  note('13T10:05', 18, () => ({ outcome: 'error', state: 'answered', prompts: [] }))
  // No run has seen the end: a pull request by now, still active, failed; gone.
  for (const [thread, outcome, endsAs] of [
    [19, 'submitted', 'pull-request'],
    [20, 'submitted', 'never'],
    [21, 'timed-out', 'failed'],
  ] as const)
    acts.push([
      `14T10:${thread}`,
      async () => {
        const { url } = thread === 19 ? await writeDocs(world, { title: 'M: document it' }) : {}
        docsService.nextJob({ activeReads: 0, endsAs, ...(url !== undefined && { prLink: url }) })
        const { id } = docsService.createJob('docs-project', 'x')
        await writeComment(world, thread, { outcome, state: 'job', job: { jobId: id } })
      },
    ])
  note('14T10:22', 22, () => ({ outcome: 'cancelled', state: 'job', job: { jobId: 'twenty-two' } }))
  // Pushes of one series: one of four prompts is of October, and so is the pull request that it made.
  ask('10-20T09:10', 38, 'O', { projectId: 'other' })
  end('10-21T09:10', 'O')
  ask('02T12:10', 23, 'N', {
    ...{ event: 'pull_request', series: 'pushes' },
    prompts: [at('10-20T09:00'), at('02T12:00')],
  })
  note('04T12:00', 23, () => ({
    ...{
      event: 'pull_request',
      series: 'more pushes',
      job: link('N'),
      pullRequests: [urls['O'] ?? '', urls['N']?.replace('acme/docs', 'Acme/Docs') ?? ''],
    },
    prompts: [at('10-20T09:00'), at('03T12:00'), at('04T12:00')],
  }))
  end('05T12:10', 'N')
  // A schedule: each run has its own comment.
  note('10-19T06:17', 24, () => ({ event: 'schedule', outcome: 'no-pull-request' }))
  ask('10-26T06:27', 24, 'P', { event: 'schedule' })
  end('10-26T18:27', 'P')
  note('02T06:17', 24, () => ({ event: 'schedule', outcome: 'no-pull-request' }))
  // A push; somebody, and not the agent, opened its pull request. A release; run manually; another event.
  ask('15T09:10', 25, 'Q', { event: 'push', docs: { asLogin: 'writer' } })
  end('15T09:40', 'Q')
  ask('16T09:10', 26, 'R', { event: 'release' })
  end('16T19:10', 'R')
  ask('17T09:10', 27, 'S', { event: 'workflow_dispatch' })
  end('17T10:10', 'S', 'closed')
  ask('18T09:10', 28, 'T', { event: 'repository_dispatch' })
  // Another project; another key.
  ask('18T10:10', 31, 'U', { projectId: 'other' })
  end('18T11:10', 'U')
  ask('18T12:10', 32, 'V', { apiKey: 'mint_test_an_older_key' })
  end('18T13:10', 'V')
  note('18T13:20', 31, () => ({ apiKey: 'mint_test_an_older_key', projectId: 'other' }))
  // Forged: a copy of a comment of ours, in its thread and in another one; one with a key of the forger's.
  for (const thread of [1, 33])
    acts.push([
      `19T09:${thread + 10}`,
      async () => {
        const [original] = await github.commentsOf(1)
        await github.comment(thread, original?.body ?? '', 'stranger')
      },
    ])
  ask('19T10:10', 34, 'W', { apiKey: 'mint_of_the_forger', asLogin: 'stranger' })
  // Not to be read: it isn't there; it is on another server.
  note('19T11:00', 35, () => ({ job: { jobId: 'x', prLink: `${github.serverUrl}/acme/docs/pull/999` } }))
  note('19T12:00', 36, () => ({ job: { jobId: 'x', prLink: 'https://git.acme.example/acme/docs/pull/1' } }))
  // Nothing was asked of the agent.
  note('19T13:00', 37, () => ({ outcome: 'skipped', state: 'answered', prompts: [] }))
  note('19T13:01', 37, () => ({ outcome: 'dry-run', state: 'answered', prompts: [] }))
  // Before the period, though the comment was edited in it; and after it.
  note('19T14:00', 39, () => ({ job: link('O'), prompts: [at('10-20T09:00')] }))
  note('23T05:00', 40, () => ({ outcome: 'no-pull-request' }))

  for (const [time, act] of acts.toSorted(([a], [b]) => (at(a) < at(b) ? -1 : 1))) {
    setTime(at(time))
    await act()
  }
  setTime(at('23T06:17'))
}
