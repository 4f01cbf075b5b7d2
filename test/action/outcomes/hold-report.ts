import { expect } from 'vitest'
import type { RunResult } from '../../world/runner/action-run.ts'
import { formatDays } from '../days.ts'
import { HOUR, type Note, type Prompt, type Pull, type Story } from './story.ts'

/** What a report has to say: the truth, as far as its requests were answered. */
type Truth = ReturnType<typeof tellTruth>

/** @param since the number of requests to GitHub before the report */
export function tellTruth(story: Story, from: number, to: number, since: number) {
  const answered = new Set(
    story.world.github.requests.slice(since).flatMap(({ path, status }) => (status === 200 ? [path] : [])),
  )
  const wasRead = (pull: Pull, rest = '') => answered.has(`/repos/acme/docs/pulls/${pull.number}${rest}`)
  const isIn = (at: number | undefined, start = from, end = to) => at !== undefined && at >= start && at < end
  const known = story.pulls.filter(({ threads }) => threads.size > 0)
  const read = known.filter((pull) => wasRead(pull))
  const isMerged = (pull: Pull, start = from, end = to) => isIn(pull.mergedAt, start, end)
  const isClosed = (pull: Pull, start = from, end = to) =>
    pull.mergedAt === undefined && isIn(pull.closedAt, start, end)
  const merged = read.filter((pull) => isMerged(pull))
  const closed = read.filter((pull) => isClosed(pull))
  const open = read.filter(({ closedAt }) => closedAt === undefined)
  const counted = read.filter((pull) => [merged, closed, open].some((all) => all.includes(pull)) || isIn(pull.openedAt))
  const unknown = merged.filter((pull) => !pull.isByPerson && !wasRead(pull, '/commits'))
  const before = from - (to - from)
  const sent = story.prompts.filter(({ end }) => end !== 'not-sent')
  const unread = known.filter((pull) => !wasRead(pull))
  const isLimited = story.world.github.requests.slice(since).some(({ status }) => status === 403 || status === 429)
  const oldest = ({ prompts }: Note) => Date.parse(prompts.at(-20)?.split(' ')[0] ?? '')
  // Their oldest remembered prompt is of the period: there may be more.
  const forgetful = [...story.forgetful].filter((note) => oldest(note) >= from).length
  const jobs = story.prompts.filter(({ end }) => end === 'not-known').length
  return {
    from,
    to,
    story,
    // What it could read, and that belongs in it; what the service, or a comment, has no more; `unknown` is whether edited.
    read,
    unread,
    counted,
    merged,
    closed,
    unknown,
    jobs,
    forgetful,
    isLimited,
    isWhole: unread.length + unknown.length + jobs + forgetful === 0,
    open: open.toSorted((a, b) => a.openedAt - b.openedAt || a.number - b.number),
    asWritten: merged.filter((pull) => !pull.isEdited && !unknown.includes(pull)),
    prompts: story.prompts.filter(({ at }) => isIn(at)),
    before: {
      prompts: sent.filter(({ at }) => isIn(at, before, from)).length,
      merged: known.filter((pull) => isMerged(pull, before, from)).length,
      closed: known.filter((pull) => isClosed(pull, before, from)).length,
    },
  }
}

const toDate = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString().replace('.000Z', 'Z'))

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

export function holdOutputs({ outputs }: RunResult, truth: Truth): void {
  const { read, counted, merged, open, closed, unread, asWritten, unknown, prompts, isLimited } = truth
  // The newest are read first.
  const oldest = Math.min(...read.map(({ openedAt }) => openedAt))
  for (const { openedAt } of isLimited ? unread : []) expect(openedAt).toBeLessThanOrEqual(oldest)
  const { report = '', commentUrl, ...numbers } = outputs
  const hours = merged.map(({ openedAt, mergedAt = 0 }) => (mergedAt - openedAt) / HOUR)
  expect(numbers).toEqual({
    requests: `${prompts.filter(({ end }) => end !== 'not-sent').length}`,
    pullRequests: `${counted.length + unread.length}`,
    merged: `${merged.length}`,
    open: `${open.length}`,
    closed: `${closed.length}`,
    unreadable: `${unread.length}`,
    asWritten: `${asWritten.length}`,
    asWrittenUnknown: `${unknown.length}`,
    medianHours: merged.length > 0 ? median(hours).toFixed(1) : '',
  })
  const entries = JSON.parse(report) as { title: string; threads: string[]; [name: string]: unknown }[]
  const newestFirst = counted.toSorted((a, b) => b.openedAt - a.openedAt)
  // It ends at 100 KiB.
  const isCut = report.length > 101_000
  const listed = isCut ? newestFirst.slice(0, entries.length) : newestFirst
  const expected = listed.map((pull) => ({
    prLink: pull.url,
    title: pull.title,
    threads: [...pull.threads].sort(),
    state: pull.mergedAt !== undefined ? 'merged' : pull.closedAt !== undefined ? 'closed' : 'open',
    createdAt: toDate(pull.openedAt),
    mergedAt: toDate(pull.mergedAt),
    closedAt: toDate(pull.closedAt),
    ...(merged.includes(pull) && { asWritten: unknown.includes(pull) ? null : asWritten.includes(pull) }),
    requests: prompts.filter((prompt) => prompt.pull === pull).length,
  }))
  const shown = entries
    .filter(({ state }) => state !== 'unreadable')
    .map(({ asWritten, additions: _, deletions: __, pages: ___, ...entry }) => {
      const isOwn = expected.some((each) => each.prLink === entry['prLink'] && 'asWritten' in each)
      return { ...entry, threads: entry.threads.toSorted(), ...(isOwn && { asWritten }) }
    })
  const dates = shown.map((entry) => `${(entry as Record<string, unknown>)['createdAt']}`)
  expect(dates).toEqual(dates.toSorted().reverse())
  const sort = (all: object[]) => all.map((each) => JSON.stringify(Object.entries(each).sort())).sort()
  expect(sort(shown)).toEqual(sort(expected))
}

/** What only the summary tells. Its sentence, its tables of pull requests, its notes, and how it looks: `unit/outcomes/result`. */
export function holdSummary({ summary }: RunResult, truth: Truth): void {
  const text = summary
    .replaceAll('\u2060', '')
    .replaceAll('\\', '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replaceAll(truth.story.world.github.serverUrl, '')
  const { from, to, before, prompts, merged, closed, unread } = truth
  expect(text).toContain(`\n<sub>${formatDays(truth)}</sub>\n`)
  const sent = prompts.filter(({ end }) => end !== 'not-sent').length
  const comparison = [
    `|  | This period | ${formatDays({ from: from - (to - from), to: from })} |`,
    '| :-- | --: | --: |',
    `| Prompts sent | ${sent} | ${before.prompts} |`,
    `| Pull requests merged | ${merged.length} | ${before.merged} |`,
    `| Pull requests closed | ${closed.length} | ${before.closed} |`,
  ]
  // It may be left out only where something couldn't be read.
  if (truth.isWhole || text.includes('\n|  | This period')) expect(text).toContain(`\n${comparison.join('\n')}\n`)
  const left = `\n- Not read because of GitHub's rate limit: ${unread.length} pull request`
  expect(text.includes(left)).toBe(truth.isLimited && unread.length > 0)
  const [, ends = ''] = text.split('\n### How requests ended\n')
  holdEnds(
    ends.split('\n').filter((line) => line.startsWith('| ')),
    truth,
  )
}

const ENDS: Record<Prompt['end'], string> = {
  'pull-request': 'Pull request',
  'no-pull-request': 'No pull request needed',
  failed: 'Job failed',
  archived: 'Job archived',
  unknown: "Couldn't confirm that the prompt was received",
  working: 'Agent still working',
  'not-sent': 'Prompt not sent',
  'not-known': 'End not known',
}

/** How many prompts ended how, with links to the threads of those that need somebody. */
function holdEnds(lines: readonly string[], { prompts }: Truth): void {
  const expected = Object.entries(Object.groupBy(prompts, ({ end }) => end)).map(([end, own = []]) => {
    const links = new Set(own.map(({ thread }) => `[#${thread}](/acme/app/issues/${thread})`))
    return [ENDS[end as Prompt['end']], end === 'failed' || end === 'unknown' ? [...links].sort() : [], own.length]
  })
  const shown = lines.slice(2).map((line) => {
    const [, label, links, count] = /^\| (.*?)(?:<br>(.*?))? \| (\d+) \| .* \|$/.exec(line) ?? []
    return [label, links?.split(', ').sort() ?? [], Number(count)]
  })
  expect(shown.sort()).toEqual(expected.sort())
}
