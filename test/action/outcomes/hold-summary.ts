import { expect } from 'vitest'
import { formatHeadline } from '../../../src/outcomes/result/headline.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { formatDays } from '../days.ts'
import { isDuration, median, type Truth } from './hold-report.ts'
import { DAY, type Prompt, type Pull } from './story.ts'

/** What people read: each part is known to this checker, and its figures are true. How it looks: `unit/outcomes/result`. */
export function holdSummary({ summary }: RunResult, truth: Truth): Map<string, number[]> {
  const text = summary
    .replaceAll('\u2060', '')
    .replaceAll('\\', '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replaceAll(truth.story.world.github.serverUrl, '')
    .replace(/\n\n<sub>Counts .*\s*$/, '')
  const [head = '', ...parts] = text.split('\n### ')
  holdHead(head, truth)
  const named = new Map<string, number[]>()
  for (const part of parts) {
    const [heading = '', ...lines] = part.split('\n').filter((line) => line !== '')
    const hold = PARTS[heading]
    if (hold === undefined) throw new Error(`An unknown heading: ${heading}`)
    named.set(heading, hold(lines, truth) ?? [])
  }
  const expected: [string, unknown[]][] = [
    ['Open: review or close them', truth.open],
    ['Merged', truth.merged],
    ['Closed without a merge', truth.closed],
    ['How requests ended', truth.prompts],
  ]
  for (const [heading, all] of expected) expect([heading, named.has(heading)]).toEqual([heading, all.length > 0])
  return named
}

function holdHead(head: string, truth: Truth): void {
  const [, sentence = '', period = '', ...lines] = head.split('\n').filter((line) => line !== '')
  expect(`${sentence}`).toBe(`**${formatTruth(truth)}**`)
  expect(period).toBe(`<sub>${formatDays(truth)}</sub>`)
  const { before, prompts, merged, closed } = truth
  const from = truth.from - (truth.to - truth.from)
  const sent = prompts.filter(({ end }) => end !== 'not-sent').length
  const table = [
    `|  | This period | ${formatDays({ from, to: truth.from })} |`,
    '| :-- | --: | --: |',
    `| Prompts sent | ${sent} | ${before.prompts} |`,
    `| Pull requests merged | ${merged.length} | ${before.merged} |`,
    `| Pull requests closed | ${closed.length} | ${before.closed} |`,
  ]
  // It may be left out only where something couldn't be read. The picture comes after it.
  if (truth.isWhole || lines[0]?.startsWith('|  |')) expect(lines.slice(0, table.length)).toEqual(table)
}

/** The first sentence, with the figures of the truth. Its words: `unit/outcomes/result/headline.test.ts`. */
function formatTruth({
  story,
  read,
  unread,
  counted,
  merged,
  open,
  closed,
  unknown,
  asWritten,
  ...truth
}: Truth): string {
  const missing = { comments: story.isCut ? 3_000 : 0, prompts: truth.forgetful > 0, keys: story.foreign > 0 }
  const lives = merged.map(({ openedAt, mergedAt = 0 }) => mergedAt - openedAt)
  const headline = formatHeadline({
    requests: truth.prompts.filter(({ end }) => end !== 'not-sent').length,
    pullRequests: counted.length + unread.length,
    ...{ merged: merged.length, open: open.length, closed: closed.length, unreadable: unread.length },
    ...{ asWritten: asWritten.length, asWrittenUnknown: unknown.length, read: read.length },
    unread: truth.isLimited ? unread.length : 0,
    missing: { ...missing, jobs: truth.jobs },
    medianMs: lives.length > 0 ? median(lives) : undefined,
  })
  return headline.replace(/(\d),(?=\d{3}\b)/g, '$1')
}

type Hold = (lines: readonly string[], truth: Truth) => number[] | undefined

const PARTS: Record<string, Hold> = {
  'Open: review or close them': (lines, truth) => {
    const named = holdPulls(lines, truth.open, ({ openedAt }) => truth.now - openedAt)
    // All of them, oldest first; those of one moment in any order.
    const opened = named.map((number) => truth.open.find((pull) => pull.number === number)?.openedAt)
    expect(opened).toEqual(truth.open.map(({ openedAt }) => openedAt))
    return named
  },
  Merged: (lines, { merged, asWritten, unknown }) => {
    const note = (pull: Pull) =>
      unknown.includes(pull) ? 'edits unknown' : asWritten.includes(pull) ? 'without edits' : 'with edits'
    return holdPulls(lines, merged, ({ openedAt, mergedAt = 0 }) => mergedAt - openedAt, note)
  },
  'Closed without a merge': (lines, { closed }) =>
    holdPulls(lines, closed, ({ openedAt, closedAt = 0 }) => closedAt - openedAt),
  'How requests ended': holdEnds,
  'About these numbers': (lines, truth) => {
    for (const line of lines) holdNote(line.replace(/^- /, ''), truth)
    return undefined
  },
}

/** A table of pull requests, and the number or the names of the rest. @returns the numbers that are named */
function holdPulls(
  lines: readonly string[],
  pulls: readonly Pull[],
  time: (pull: Pull) => number,
  note: (pull: Pull) => string = () => '',
): number[] {
  const rows = lines.slice(2).filter((line) => line.startsWith('| '))
  const named = rows.map((row) => {
    const [, title, number, words = ''] = /^\| \[([^\]]+)\]\(\/acme\/docs\/pull\/(\d+)\).* \| (.*) \|$/.exec(row) ?? []
    const pull = pulls.find((each) => String(each.number) === number && each.title === title)
    if (pull === undefined) throw new Error(`Not one of these pull requests: ${row}`)
    expect(row).toContain(note(pull))
    if (!isDuration(words, time(pull))) throw new Error(`${words}, and truly ${time(pull) / DAY} days: ${row}`)
    return pull.number
  })
  const rest = lines.filter((line) => !line.startsWith('| '))
  if (pulls.length > rows.length) expect(rest.shift()).toBe(`And ${pulls.length - rows.length} more.`)
  const more = [...(rest.shift() ?? '').matchAll(/\[acme\/docs#(\d+)\]\(\/acme\/docs\/pull\/\1\)/g)]
  expect(rest).toEqual([])
  const all = [...named, ...more.map(([, number]) => Number(number))]
  expect(new Set(all).size).toBe(all.length)
  return all
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
function holdEnds(lines: readonly string[], { prompts }: Truth): undefined {
  const expected = Object.entries(Object.groupBy(prompts, ({ end }) => end)).map(([end, own = []]) => {
    const links = new Set(own.map(({ thread }) => `[#${thread}](/acme/app/issues/${thread})`))
    return [ENDS[end as Prompt['end']], end === 'failed' || end === 'unknown' ? [...links].sort() : [], own.length]
  })
  const shown = lines.slice(2).map((line) => {
    const [, label, links, count] = /^\| (.*?)(?:<br>(.*?))? \| (\d+) \| .* \|$/.exec(line) ?? []
    return [label, links?.split(', ').sort() ?? [], Number(count)]
  })
  expect(shown.sort()).toEqual(expected.sort())
  return undefined
}

/** How many each note speaks of; those that weren't read have one note for each reason. */
const NOTES: [RegExp, (truth: Truth) => number][] = [
  [/^Couldn't be read, in acme\/docs: (\d+) pull requests?\. /, ({ unread }) => unread.length],
  [
    /^Not read because of GitHub's rate limit: (\d+) pull requests?\. Try again after .* UTC\.$/,
    ({ unread }) => unread.length,
  ],
  [
    /^Not known whether edited, since the commits couldn't be read, in acme\/docs: (\d+) pull requests?\. /,
    ({ unknown }) => unknown.length,
  ],
  [
    /^Shown without pages, since the files couldn't be read, in acme\/docs: (\d+) pull requests?\. /,
    ({ withoutFiles }) => withoutFiles.length,
  ],
  [
    /^Only the newest (3000) comments were read\. Older requests aren't counted\.$/,
    ({ story }) => (story.isCut ? 3_000 : 0),
  ],
  [
    /^Older prompts may be missing: (\d+) comments? reached the limit of 20 remembered prompts\.$/,
    ({ forgetful }) => forgetful,
  ],
  [/^Not counted: (\d+) comments? that another API key signed\. /, ({ story }) => story.foreign],
  [/^The end of (\d+) jobs? isn't known\. /, ({ jobs }) => jobs],
]

function holdNote(line: string, truth: Truth): void {
  const [pattern, count] = NOTES.find(([each]) => each.test(line)) ?? []
  if (pattern === undefined || count === undefined) throw new Error(`An unknown note: ${line}`)
  expect([line, Number(pattern.exec(line)?.[1])]).toEqual([line, count(truth)])
}
