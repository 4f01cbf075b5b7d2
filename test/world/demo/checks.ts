import type { Export } from './export.ts'
import type { Loop } from './loop.ts'
import type { Merge } from './merge.ts'

/** What is missing for the loop to be closed, in words for a person; nothing when the pull request is really there. */
export function checkLoop({ run, pullRequest, comments }: Loop): string[] {
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
  if (!comments.some(({ author, body }) => author.isBot && body.includes(pullRequest.url))) {
    problems.push(`No comment in the thread links ${pullRequest.url}.`)
  }
  return problems
}

/** What is missing in what the agent was told of a merge; nothing when it has the patch, and a pull request came of it. */
export function checkMerge({ run, patch, prompt }: Merge): string[] {
  const { outcome = '' } = run.outputs
  if (outcome !== 'pull-request') return [`The merge ended with the outcome "${outcome || 'none'}".`]
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
