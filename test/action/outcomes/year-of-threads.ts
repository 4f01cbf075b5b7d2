import type { World } from '../../world/index.ts'
import { DAY, FIRST_DAY, HOUR, type Pull, Story, WEEK } from './story.ts'

const MIDNIGHTS = [0, 1_000, 2 * HOUR, 4 * HOUR]

/** A hundred threads in 52 weeks: the same ones every time. */
export async function planYear(world: World): Promise<Story> {
  const story = new Story(world)
  for (let thread = 1; thread <= 100; thread += 1) {
    await world.github.createIssue({ title: `Thread ${thread}` })
    // Some begin around midnight between two weeks: a moment before, at, or hours before, so that they end before the report.
    const midnight = FIRST_DAY + Math.round(thread / 2) * WEEK - (MIDNIGHTS[(thread / 11) % 4] ?? 0)
    const start = thread % 11 === 0 ? midnight : FIRST_DAY + thread * 3.5 * DAY + (thread % 24) * HOUR
    PLANS[thread % PLANS.length]?.(story, thread, start)
  }
  return story
}

type Plan = (story: Story, thread: number, start: number) => void

/** A command with one pull request; `then` plans what becomes of it. */
function ask(then: (story: Story, pull: Pull, at: number) => void, asLogin?: string): Plan {
  return (story, thread, start) =>
    story.at(start, async () => {
      const pull = await story.open(`Page ${thread}`, asLogin)
      await story.end(story.note(thread), 'pull-request', { pull })
      then(story, pull, start)
    })
}

const closes = (how: 'merged' | 'closed', after: number) => (story: Story, pull: Pull, at: number) =>
  story.at(at + after, () => story.close(pull, how))

const edits = (by: { asLogin: string; committer?: string }) => (story: Story, pull: Pull, at: number) => {
  story.at(at + HOUR, () => story.edit(pull, by))
  closes('merged', 30 * HOUR)(story, pull, at)
}

const PLANS: Plan[] = [
  ask(closes('merged', 5 * HOUR)),
  ask(edits({ asLogin: 'writer' })),
  // Its commit was amended by a person.
  ask(edits({ asLogin: 'docs-agent[bot]', committer: 'writer' })),
  failFirst,
  ask(closes('merged', 9 * WEEK)),
  pushes,
  ask((story, pull, at) => {
    closes('closed', 2 * DAY)(story, pull, at)
    story.at(at + 3 * WEEK, () => story.reopen(pull))
    closes('merged', 5 * WEEK)(story, pull, at)
  }),
  ask(closes('closed', 2 * DAY)),
  noPullRequest,
  // Left open.
  ask(() => {}),
  unseen,
  ask(closes('merged', HOUR), 'writer'),
  ask((story, pull, at) => {
    story.at(at + HOUR, () => story.world.github.updateBranch(pull.number, 'acme/docs'))
    closes('merged', 7 * HOUR)(story, pull, at)
  }),
  ask(edits({ asLogin: 'somebody@acme.example' })),
]

/** Two failures in one comment of a series, and a second pull request in another comment of the thread. */
function failFirst(story: Story, thread: number, start: number): void {
  const note = story.note(thread, 'pull_request')
  story.at(start, () => story.end(note, 'failed'))
  story.at(start + HOUR, () => story.end(note, 'unknown'))
  story.at(start + 2 * HOUR, async () => {
    const pull = await story.open(`Page ${thread} at last`)
    await story.end(note, 'pull-request', { pull })
    // Another comment, in another thread, continues it.
    story.at(start + 4 * HOUR, () => story.end(story.note(thread - 1), 'pull-request', { pull }))
    closes('merged', 6 * HOUR)(story, pull, start)
  })
}

/** A comment of a series: a pull request in each of ten weeks, or of three, one prompt more for each, ends of all kinds between. */
function pushes(story: Story, thread: number, start: number): void {
  const note = story.note(thread, 'pull_request')
  for (let week = 0; week < (thread === 5 ? 10 : 3); week += 1)
    story.at(start + week * WEEK, async () => {
      const pull = await story.open(`Page ${thread}.${week}`)
      await story.end(note, 'pull-request', { pull })
      const now = start + week * WEEK
      story.at(now + HOUR, () => story.end(note, 'pull-request', { pull }))
      if (week % 3 === 0) story.at(now + 2 * HOUR, () => story.end(note, 'failed'))
      if (week % 3 === 1) story.at(now + 2 * HOUR, () => story.end(note, 'no-pull-request'))
      if (week % 4 !== 3)
        closes(week % 4 === 2 ? 'closed' : 'merged', (week % 4) * 4 * DAY + 3 * HOUR)(story, pull, now)
    })
}

/** Three commands that bring nothing, and one that is refused. */
function noPullRequest(story: Story, thread: number, start: number): void {
  for (const [hour, end] of (['no-pull-request', 'archived', 'failed'] as const).entries())
    story.at(start + hour * HOUR, () => story.end(story.note(thread), end))
  story.at(start + 4 * HOUR, () => story.refuse(story.note(thread)))
}

/** Jobs whose end no run saw: one with a pull request by now, one that failed, one that is still at work. */
function unseen(story: Story, thread: number, start: number): void {
  const { docsService } = story.world
  const submit = async (course: Parameters<typeof docsService.nextJob>[0], pull?: Pull) => {
    docsService.nextJob({ activeReads: 0, ...course, ...(pull && { prLink: pull.url }) })
    const { id } = docsService.createJob('docs-project', 'x')
    return await story.end(story.note(thread), pull ? 'submitted' : 'timed-out', { jobId: id, ...(pull && { pull }) })
  }
  story.at(start, async () => {
    const pull = await story.open(`Page ${thread} later`)
    const prompt = await submit({ endsAs: 'pull-request' }, pull)
    prompt.end = 'pull-request'
    closes('merged', 3 * DAY)(story, pull, start)
  })
  story.at(start + HOUR, async () => {
    const prompt = await submit({ endsAs: 'failed' })
    prompt.end = 'failed'
  })
  story.at(start + 2 * HOUR, () => submit({ endsAs: 'never' }))
  // One that the service has no more.
  if (thread === 94)
    story.at(start + 3 * HOUR, async () => {
      const prompt = await story.end(story.note(thread), 'cancelled', { jobId: 'gone' })
      prompt.end = 'not-known'
    })
}
