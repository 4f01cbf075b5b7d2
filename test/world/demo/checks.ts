import type { Export } from './export.ts'
import type { Loop, Turn } from './loop.ts'
import type { Merge } from './merge.ts'

/** What is missing for the loop to be closed, in words for a person; nothing when the pull request is really there. */
export function checkLoop({ turns: [first, second] }: Loop): string[] {
  if (first === undefined) return ['Nobody asked for anything.']
  const problems = checkTurn(first)
  if (problems.length > 0) return problems
  if (second === undefined) return ['Nobody asked for more.']
  return [...checkTurn(second), ...checkFollowUp(first, second)]
}

function checkTurn({ run, pullRequest, posts }: Turn): string[] {
  const { outcome = '', prLink = '' } = run.outputs
  if (outcome !== 'pull-request') {
    return [`The run ended with the outcome "${outcome || 'none'}", so there is no pull request to show.`]
  }
  if (pullRequest === undefined) return [`There is no pull request on GitHub, though prLink is ${prLink}.`]
  const problems: string[] = []
  if (pullRequest.url !== prLink) {
    problems.push(`prLink is ${prLink}, but the pull request is at ${pullRequest.url}.`)
  }
  if (!pullRequest.files.some(({ patch }) => patch !== '')) problems.push('The pull request changes nothing.')
  if (!posts.some(({ author, body }) => author.isBot && body.includes(pullRequest.url))) {
    problems.push(`No comment in the thread links ${pullRequest.url}.`)
  }
  return problems
}

/** The second command goes to the same pull request, as a commit of its own that keeps what the first one wrote. */
function checkFollowUp(first: Turn, second: Turn): string[] {
  const [before, after] = [first.pullRequest, second.pullRequest]
  if (before === undefined || after === undefined) return []
  if (after.url !== before.url)
    return [`The second command opened ${after.url} instead of continuing ${before.url}.`]
  const problems: string[] = []
  if (second.run.outputs['followUp'] !== 'true') problems.push('The output followUp is not "true".')
  if (after.commits.length !== before.commits.length + 1)
    problems.push(`The second command has ${after.commits.length - before.commits.length} commits, not one.`)
  const added = listAddedLines(after)
  if (!listAddedLines(before).every((line) => added.includes(line)))
    problems.push('The second change has taken away what the first one added.')
  return problems
}

function listAddedLines({ files }: NonNullable<Turn['pullRequest']>): string[] {
  return files.flatMap(({ patch }) => patch.split('\n')).filter((line) => line.startsWith('+'))
}

/** What is missing in what the agent was told of a merge; nothing when it has the patch, and a pull request came of it. */
export function checkMerge({ run, merged, prompt }: Merge): string[] {
  const { outcome = '' } = run.outputs
  if (outcome !== 'pull-request') return [`The merge ended with the outcome "${outcome || 'none'}".`]
  const patch = merged.files.find(({ path }) => path.startsWith('src/'))?.patch ?? ''
  return patch !== '' && prompt.includes(patch) ? [] : ['The prompt has no patch of the merge.']
}

/** What is missing in the exported file; nothing when every row is there and adds up to the totals. */
export function checkExport({ run, file, expected }: Export): string[] {
  const { complete = '', rows = '' } = run.outputs
  if (run.exitCode !== 0 || complete !== 'true') {
    return [`The export is not whole: exit code ${run.exitCode}, complete is "${complete}".`]
  }
  // No path of the demo has a comma or a quote, so a line is a row.
  const lines = file?.trimEnd().split(/\r?\n/).slice(1) ?? []
  const problems: string[] = []
  if (lines.length !== expected.rows || rows !== String(expected.rows)) {
    problems.push(
      `The file has ${lines.length} rows and the output says ${rows}; the service has ${expected.rows}.`,
    )
  }
  const sum = lines.reduce((total, line) => total + Number(line.split(',')[3]), 0)
  if (sum !== expected.totals.total) {
    problems.push(`The rows add up to ${sum} views; the service says ${expected.totals.total}.`)
  }
  return problems
}
