import type { PullRequest } from './github-facts.ts'
import type { Export, Merge, Story, Turn } from './story.ts'

/** What is missing for the loop to be closed, in words for a person; nothing when all of it is really there. */
export function findProblems({ turns: [first, second], merge, views }: Story): string[] {
  if (first === undefined) return ['Nobody asked for anything.']
  const { outcome, prLink } = first.run.outputs
  if (outcome !== 'pull-request')
    return [`The run ended with the outcome "${outcome || 'none'}", so there is no pull request to show.`]
  const { pullRequest, posts } = first
  if (pullRequest === undefined || pullRequest.url !== prLink)
    return [`There is no pull request on GitHub at prLink, ${prLink}.`]
  const isLinked = posts.some(({ author, body }) => author.isBot && body.includes(pullRequest.url))
  return [
    ...(listAddedLines(pullRequest).length > 0 ? [] : ['The pull request changes nothing.']),
    ...(isLinked ? [] : [`No comment in the thread links ${pullRequest.url}.`]),
    ...(second === undefined ? ['Nobody asked for more.'] : checkFollowUp(pullRequest, second)),
    ...(merge === undefined ? ['Nothing was merged.'] : checkMerge(merge)),
    ...(views === undefined ? ['Nothing was exported.'] : checkExport(views)),
  ]
}

/** The second command adds a commit of its own to the same pull request, and keeps what the first one wrote. */
function checkFollowUp(before: PullRequest, { run, pullRequest: after }: Turn): string[] {
  if (after?.url !== before.url || run.outputs['followUp'] !== 'true')
    return [`The second command did not continue ${before.url}.`]
  const added = listAddedLines(after)
  const isKept = listAddedLines(before).every((line) => added.includes(line))
  return isKept && after.commits.length === before.commits.length + 1
    ? []
    : ['The second command did not add a commit to what the first one wrote.']
}

function listAddedLines({ files }: PullRequest): string[] {
  return files.flatMap(({ patch }) => patch.split('\n')).filter((line) => line.startsWith('+'))
}

function checkMerge({ run, merged, prompt }: Merge): string[] {
  const patch = merged.files.find(({ path }) => path.startsWith('src/'))?.patch ?? 'no patch'
  const isDone = run.outputs['outcome'] === 'pull-request' && prompt.includes(patch)
  return isDone ? [] : ['The merge was not documented, or its patch is not in the prompt.']
}

function checkExport({ run, file, expected }: Export): string[] {
  // No path of the demo has a comma or a quote, so a line is a row.
  const rows = file.trimEnd().split('\r\n').slice(1)
  const views = rows.reduce((sum, row) => sum + Number(row.split(',')[3]), 0)
  const isWhole = run.outputs['complete'] === 'true' && rows.length === expected.rows
  return isWhole && views === expected.views
    ? []
    : [`The export has ${rows.length} rows and ${views} views, not ${expected.rows} and ${expected.views}.`]
}
