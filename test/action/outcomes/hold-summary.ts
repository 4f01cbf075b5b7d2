import { expect } from 'vitest'
import { formatHeadline } from '../../../src/outcomes/result/headline.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { formatDays } from '../days.ts'
import { median, type Truth } from './hold-report.ts'
import type { Prompt } from './story.ts'

/** What only the summary tells. Its tables of pull requests, its notes, and how it looks: `unit/outcomes/result`. */
export function holdSummary({ summary }: RunResult, truth: Truth): void {
  const text = summary
    .replaceAll('\u2060', '')
    .replaceAll('\\', '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replaceAll(truth.story.world.github.serverUrl, '')
  const [head = '', ...parts] = text.split('\n### ')
  holdHead(head, truth)
  const ends = parts.find((part) => part.startsWith('How requests ended\n')) ?? ''
  holdEnds(
    ends.split('\n').filter((line) => line.startsWith('| ')),
    truth,
  )
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
function formatTruth({ read, unread, counted, merged, open, closed, unknown, asWritten, ...truth }: Truth): string {
  const lives = merged.map(({ openedAt, mergedAt = 0 }) => mergedAt - openedAt)
  const headline = formatHeadline({
    requests: truth.prompts.filter(({ end }) => end !== 'not-sent').length,
    pullRequests: counted.length + unread.length,
    ...{ merged: merged.length, open: open.length, closed: closed.length, unreadable: unread.length },
    ...{ asWritten: asWritten.length, asWrittenUnknown: unknown.length, read: read.length },
    unread: truth.isLimited ? unread.length : 0,
    missing: { comments: 0, prompts: truth.forgetful > 0, keys: false, jobs: truth.jobs },
    medianMs: lives.length > 0 ? median(lives) : undefined,
  })
  return headline.replace(/(\d),(?=\d{3}\b)/g, '$1')
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
