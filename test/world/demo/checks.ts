import type { PullRequest } from './facts.ts'
import type { Story } from './story.ts'

/** Something that has to be so for the loop to be closed, in words for a person. */
interface Check {
  claim: string
  holds: boolean
}

/** Whether all of it is really there. Without a pull request, nothing else can be. */
export function checkStory({ turns: [first, second], merge, views }: Story): Check[] {
  const pull = first?.pullRequest
  if (first === undefined || pull === undefined || first.run.outputs['outcome'] !== 'pull-request')
    return [
      {
        claim: `The run ended with the outcome "${first?.run.outputs['outcome']}", so there is no pull request to show.`,
        holds: false,
      },
    ]
  const added = listAddedLines(pull)
  const isLinked = first.posts.some(({ user, body }) => user.type === 'Bot' && body.includes(pull.html_url))
  const after = second?.pullRequest
  const patch = merge?.merged.files.find(({ filename }) => filename.startsWith('src/'))?.patch
  return [
    {
      claim: 'The pull request is there, its diff is not empty, and the thread links it.',
      holds: pull.html_url === first.run.outputs['prLink'] && added.length > 0 && isLinked,
    },
    {
      claim: 'The second command added a commit to the same pull request.',
      holds:
        second?.run.outputs['followUp'] === 'true' &&
        after?.html_url === pull.html_url &&
        after.subjects.length === pull.subjects.length + 1 &&
        added.every((line) => listAddedLines(after).includes(line)),
    },
    {
      claim: 'The patch of the merge is in the prompt.',
      holds: merge?.run.outputs['outcome'] === 'pull-request' && merge.prompt.includes(patch ?? 'no patch'),
    },
    {
      claim: 'All rows are exported, and they add up to the totals.',
      holds: views?.run.outputs['complete'] === 'true' && isWhole(views),
    },
  ]
}

function listAddedLines({ files }: PullRequest): string[] {
  return files.flatMap(({ patch = '' }) => patch.split('\n')).filter((line) => line.startsWith('+'))
}

function isWhole({ file, expected }: NonNullable<Story['views']>): boolean {
  // No path of the demo has a comma or a quote, so a line is a row.
  const rows = file.trimEnd().split('\r\n').slice(1)
  const views = rows.reduce((sum, row) => sum + Number(row.split(',')[3]), 0)
  return rows.length === expected.rows && views === expected.views
}
