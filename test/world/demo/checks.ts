import type { PullRequest } from './facts.ts'
import type { Story } from './story.ts'

/** The claims of the demo, and whether they hold. Without a pull request, there's only one. */
export function checkStory({
  setup,
  turns: [first, second],
  merge,
  week,
  views,
  outcomes,
}: Story): [claim: string, holds: boolean][] {
  const outcome = first?.run.outputs['outcome']
  const pull = first?.pullRequest
  if (pull === undefined || outcome !== 'pull-request')
    return [[`The run ended with the outcome "${outcome}" and no pull request.`, false]]
  const checked = setup.turns.map(({ run }) => run.outputs['outcome']).join()
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
  const areNamed =
    week?.merged.every(({ title }) => [posts, week.prompt].every((text) => text.includes(title))) === true

  // Paths in the demo have no commas or quotes, so each line is a row.
  const rows = views?.file.trimEnd().split('\r\n').slice(1) ?? []
  const sum = rows.reduce((total, row) => total + Number(row.split(',')[5]), 0)
  const isWhole = rows.length === views?.expected.rows && sum === views.expected.views
  return [
    ['The check found the missing secret, and passed once it was there.', checked === 'error,dry-run'],
    ['The pull request exists, its diff has lines, and the thread links it.', isThere],
    ['The follow-up added a commit to the same pull request.', isContinued && isLonger && isKept],
    [
      'The prompt for the merge contains its patch, and the pull request has the answer.',
      isToldPatch && merge.thread.comments.length === 1 && merge.run.outputs['outcome'] === 'pull-request',
    ],
    [
      'One job documents the merges of the week, and the prompt and the thread name them.',
      isToldOnce && areNamed && week.run.outputs['outcome'] === 'pull-request',
    ],
    ['All page views are exported, and add up to the totals.', isWhole && views.run.outputs['complete'] === 'true'],
    ['The report counts two merged pull requests, one without edits, and an open one.', isReported(outcomes)],
  ]
}

/** The thread also has the report of page views. */
function isReported(outcomes: Story['outcomes']): boolean {
  const { mergedWithoutEdits, merged, open } = outcomes?.run.outputs ?? {}
  return [mergedWithoutEdits, merged, open, outcomes?.report.comments.length].join() === '1,2,1,2'
}

function listAddedLines({ files }: PullRequest): string[] {
  return files.flatMap(({ patch = '' }) => patch.split('\n')).filter((line) => line.startsWith('+'))
}
