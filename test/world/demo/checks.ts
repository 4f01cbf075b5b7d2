import type { PullRequest } from './facts.ts'
import type { Story } from './story.ts'

/** What has to be so for the loop to be closed, and whether it is. Without a pull request, nothing else can be. */
export function checkStory({
  turns: [first, second],
  merge,
  week,
  views,
  outcomes,
}: Story): [claim: string, holds: boolean][] {
  const outcome = first?.run.outputs['outcome']
  const pull = first?.pullRequest
  if (pull === undefined || outcome !== 'pull-request')
    return [[`The run ended with the outcome "${outcome}", so there is no pull request to show.`, false]]
  const added = listAddedLines(pull)
  const isLinked = first?.posts.some(({ user, body }) => user.type === 'Bot' && body.includes(pull.html_url))
  const isThere = first?.run.outputs['prLink'] === pull.html_url && added.length > 0 && isLinked === true

  const after = second?.pullRequest
  const isContinued = second?.run.outputs['followUp'] === 'true' && after?.html_url === pull.html_url
  const isLonger = after?.subjects.length === pull.subjects.length + 1
  const isKept = after !== undefined && added.every((line) => listAddedLines(after).includes(line))

  const patch = merge?.merged.files.find(({ filename }) => filename.startsWith('src/'))?.patch
  const isToldPatch = merge?.prompt.includes(patch ?? 'no patch') === true

  const posts = week?.report.comments.map(({ body }) => body).join() ?? ''
  const isToldOnce = week?.report.comments.length === 1 && posts.includes('[3 pull requests, ')
  const areNamed = week?.titles.every((title) => posts.includes(title)) === true

  // No path of the demo has a comma or a quote, so a line is a row.
  const rows = views?.file.trimEnd().split('\r\n').slice(1) ?? []
  const sum = rows.reduce((total, row) => total + Number(row.split(',')[3]), 0)
  const isWhole = rows.length === views?.expected.rows && sum === views.expected.views
  return [
    ['The pull request is there, its diff is not empty, and the thread links it.', isThere],
    ['The second command added a commit to the same pull request.', isContinued && isLonger && isKept],
    [
      'The patch of the merge is in the prompt.',
      isToldPatch && merge.run.outputs['outcome'] === 'pull-request',
    ],
    [
      'The merges of the week went to one job, and the thread names them.',
      isToldOnce && areNamed && week.run.outputs['outcome'] === 'pull-request',
    ],
    [
      'All rows are exported, and they add up to the totals.',
      isWhole && views.run.outputs['complete'] === 'true',
    ],
    ['The report says that one of three pull requests was merged, for four prompts.', isReported(outcomes)],
  ]
}

/** In a comment beside the report of page views. */
function isReported(outcomes: Story['outcomes']): boolean {
  const { requests, merged, open } = outcomes?.run.outputs ?? {}
  return [requests, merged, open, outcomes?.report.comments.length].join() === '4,1,2,2'
}

function listAddedLines({ files }: PullRequest): string[] {
  return files.flatMap(({ patch = '' }) => patch.split('\n')).filter((line) => line.startsWith('+'))
}
