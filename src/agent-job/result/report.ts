import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  link,
  type Markdown,
  markdown,
  plain,
  table,
} from '../../untrusted/markdown.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { Outcome } from './outcome.ts'

/** Everything that a comment or a summary says about a run. */
export interface Report {
  /** What became of it; undefined while it goes on. */
  outcome: Outcome | undefined
  jobId?: string | undefined
  pullRequest?: URL | undefined
  durationMs?: number | undefined
  /** Login of whoever wrote the command. */
  askedBy?: string | undefined
  /** Page of the comment that asked, or of the workflow run. */
  runUrl: URL
  command: string
  /** How many hidden pieces were removed from the prompt. */
  removals?: number | undefined
  /** Page of the comment that reports on this run. */
  commentUrl?: URL | undefined
  /** What went wrong, in our words. */
  problem?: string | undefined
  /** What the service said about it. */
  detail?: UntrustedText | undefined
}

/** One line of state for each outcome, as the headline of comment and summary. */
const HEADLINES: Readonly<Record<Outcome | 'working', string>> = {
  working: '⏳ The agent is working on the documentation',
  'pull-request': '🚀 The documentation pull request is ready',
  'no-pull-request': '✅ The agent is done; no pull request was opened',
  archived: '🗄️ The job was archived',
  submitted: '📨 The job was submitted',
  'dry-run': '🧪 Dry run: nothing was sent',
  skipped: '⏭️ Nothing to do',
  denied: '🚫 Not allowed',
  duplicate: '👥 Another run takes care of this comment',
  failed: '❌ The job failed',
  'timed-out': '⌛ Still going on, but this run has stopped waiting',
  cancelled: '🛑 The run was cancelled',
  unknown: '❓ Nobody can tell whether a job was created',
  error: '⚠️ Something went wrong',
}

/** What to do next, for each outcome; `{command}` stands for the comment command, `{pick up}` for how. */
const NEXT_STEPS: Readonly<Record<Outcome | 'working', readonly string[]>> = {
  working: ['This comment changes when the job ends. There is nothing to do until then.'],
  'pull-request': [
    'Review the pull request as any other, and merge it when it is right.',
    'To have it changed, comment {command} again and say what is missing; that starts a new job.',
  ],
  'no-pull-request': [
    'The agent may have found nothing to change, or have pushed straight to the branch that is deployed.',
    'If something was to change, comment {command} again and name the page and what should be different.',
  ],
  archived: ['Somebody archived the job in the dashboard. Comment {command} again to start a new one.'],
  submitted: [
    'This run does not wait. To collect the result later, run the action with `job-id` set to the job above.',
  ],
  'dry-run': ['Set `dry-run: false` to have it done.'],
  skipped: [],
  denied: [
    'Ask somebody with the permission to comment the command, or a maintainer to change `minimum-permission`.',
  ],
  duplicate: ['There is nothing to do: the comment of the other run says how its job goes.'],
  failed: [
    'Look at the job in the dashboard of the documentation service.',
    'Comment {command} again to start a new job; a more precise prompt often helps.',
  ],
  'timed-out': ['The job goes on. {pick up}', 'A longer `timeout` waits longer.'],
  cancelled: ['A job that was created goes on. {pick up}'],
  unknown: [
    'Look for a new job or pull request first: the service has no list to look it up in, and a second request could do the work twice.',
    'If there is none, comment {command} again. A re-run of this run will not create a job.',
  ],
  error: ['The log of the run says more. Once the cause is mended, re-run the workflow run.'],
}

/** The comment in the thread. */
export function renderComment(report: Report): Markdown {
  const headline = HEADLINES[report.outcome ?? 'working']
  return joinMarkdown(
    [
      markdown`### ${headline}`,
      ...renderProblem(report),
      // A link to itself would lead nowhere.
      tabulate({ ...report, commentUrl: undefined }),
      ...renderNext(report),
    ],
    '\n\n',
  )
}

/** The job summary: the same facts, and `extra` parts below. */
export function renderSummary(report: Report, extra: readonly Markdown[] = []): Markdown {
  const headline = HEADLINES[report.outcome ?? 'working']
  return joinMarkdown(
    [markdown`## ${headline}`, ...renderProblem(report), tabulate(report), ...extra, ...renderNext(report)],
    '\n\n',
  )
}

/** The headline of `outcome`, as text. */
export function headlineOf(outcome: Outcome): string {
  return HEADLINES[outcome]
}

/** What would be sent and why it was allowed, for a dry run's summary. */
export function renderPrompt(prompt: UntrustedText, allowedBecause: string | undefined): Markdown {
  const reason = allowedBecause ?? 'The workflow itself asks for it, not a comment.'
  return markdown`**Why it was allowed:** ${reason}\n\n**What would be sent:**\n\n${codeBlock(prompt)}`
}

/** The reply to `/docs help`, and to a bare command without a prompt to fall back on. */
export function renderHelp(command: string): Markdown {
  const word = code(command)
  return joinMarkdown(
    [
      markdown`### 📖 How to ask for documentation`,
      markdown`Start a comment with ${word}, and say after it what should be written. An agent does it and opens a pull request, which is linked here.`,
      // Not a block, where other bots may look for commands, and so as it is: people copy it.
      markdown`For example: ${code(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
      table(
        [markdown`Comment`, markdown`What happens`],
        [
          [
            markdown`${word} and an instruction`,
            markdown`a job is started; the instruction may have several lines`,
          ],
          [
            markdown`${word} alone`,
            markdown`the prompt that the workflow sets, or this help if it sets none`,
          ],
          [code(`${command} help`), markdown`this help`],
        ],
      ),
      markdown`The command has to be the first word of the comment. An edited comment starts nothing: write a new one.`,
    ],
    '\n\n',
  )
}

/** A duration as people read it, such as `3m 12s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return 'less than 1s'
  const seconds = Math.round(durationMs / 1000)
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  // Intl.DurationFormat would say the same, and takes 12 ms to begin with in every run.
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ')
}

function renderProblem({ problem, detail }: Report): Markdown[] {
  return [
    ...(problem === undefined ? [] : [renderLines(problem)]),
    ...(detail === undefined || readUntrustedText(detail).trim() === ''
      ? []
      : [markdown`The service said: ${code(detail, 500)}`]),
  ]
}

/** Lines that begin with a dash are a list, every other one is a paragraph. */
function renderLines(text: string): Markdown {
  const lines = text.replace(/\n(?!- )/gu, '\n\n').split('\n')
  return joinMarkdown(
    lines.map((line) => joinMarkdown(withCode(line), '')),
    '\n',
  )
}

/** The first fact is the header: Markdown has no table without one, and an empty one is an empty line to look at. */
function tabulate(report: Report): Markdown {
  const [first = [], ...others] = rowsOf(report)
  return table(first, others, [':--', ':--'])
}

function rowsOf(report: Report): Markdown[][] {
  const { pullRequest, jobId, durationMs, askedBy, commentUrl, removals = 0 } = report
  const rows: Markdown[][] = []
  if (pullRequest !== undefined)
    rows.push([markdown`**Pull request**`, link(plain(nameOf(pullRequest)), pullRequest)])
  if (jobId !== undefined) rows.push([markdown`**Job**`, code(jobId)])
  if (durationMs !== undefined) rows.push([markdown`**Duration**`, markdown`${formatDuration(durationMs)}`])
  if (askedBy !== undefined) rows.push([markdown`**Asked by**`, code(askedBy)])
  if (removals > 0)
    rows.push([
      markdown`**Hidden text**`,
      markdown`${removals} ${removals === 1 ? 'piece' : 'pieces'} removed from the prompt`,
    ])
  if (commentUrl !== undefined)
    rows.push([markdown`**Comment**`, link(markdown`report in the conversation`, commentUrl)])
  rows.push([markdown`**Run**`, link(markdown`log of the workflow run`, report.runUrl)])
  return rows
}

/** `owner/name#7` for a pull request on GitHub, the URL for anything else. */
function nameOf(pullRequest: URL): string {
  const [, repository, number] = /^\/([^/]+\/[^/]+)\/pull\/(\d+)\/?$/u.exec(pullRequest.pathname) ?? []
  return repository === undefined ? pullRequest.href : `${repository}#${number}`
}

/** Only the answer to a comment is found again by a re-run. */
function describePickUp({ askedBy }: Report): string {
  return askedBy === undefined
    ? 'Run the action with `job-id` set to the job above to pick it up.'
    : 'Re-run this workflow run, or run the action with `job-id` set to the job above, to pick it up.'
}

function renderNext(report: Report): Markdown[] {
  const isJobLeft = report.outcome === 'error' && report.jobId !== undefined
  const steps = [
    ...NEXT_STEPS[report.outcome ?? 'working'].map((step) =>
      step.replace('{pick up}', describePickUp(report)),
    ),
    ...(isJobLeft ? ['The job goes on meanwhile, and the re-run picks it up.'] : []),
  ]
  if (steps.length === 0) return []
  const items = steps.map((step) => {
    const parts = step.split('{command}').map((part) => joinMarkdown(withCode(part), ''))
    const command = report.command === '' ? markdown`the command` : code(report.command)
    return joinMarkdown([markdown`- `, joinMarkdown(parts, command.toString())], '')
  })
  return [details('What to do next', joinMarkdown(items, '\n'))]
}

/** A sentence of ours, in which `backticks` mean code. Addresses are shown as code too: to be read, not to be followed. */
function withCode(sentence: string): Markdown[] {
  return sentence.split(/(`[^`]*`|https?:\/\/[^\s"]*[^\s".,;:])/u).map((part) => {
    if (part.startsWith('`')) return code(part.slice(1, -1))
    return /^https?:\/\//u.test(part) ? code(part) : markdown`${part}`
  })
}
