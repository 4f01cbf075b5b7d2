/** How a row ended. */
export interface RowResult {
  name: string
  state: 'passed' | 'failed' | 'not run'
  /** A sentence each. */
  problems: string[]
  /** The thread, and the workflow run. */
  url?: string
  runUrl?: string
  durationMs?: number
}

const SIGNS = { passed: '✓', failed: '✗', 'not run': '–' } as const

/** One line for a terminal. */
export function formatResult({ name, state, problems, url, durationMs }: RowResult): string {
  const time = durationMs === undefined ? '' : ` (${Math.round(durationMs / 1_000)} s)`
  const lines = [`${SIGNS[state]} ${name}${time}${url === undefined ? '' : `  ${url}`}`]
  return [...lines, ...problems.map((problem) => `    ${problem}`)].join('\n')
}

/** A Markdown table with links, for the job summary of CI. */
export function renderTable(results: readonly RowResult[]): string {
  const rows = results.map(({ name, state, problems, url, runUrl }) => {
    const thread = url === undefined ? '' : `[thread](${url})`
    const run = runUrl === undefined ? '' : `[run](${runUrl})`
    return `| ${SIGNS[state]} | ${name} | ${thread} | ${run} | ${problems.join('<br>').replaceAll('|', '\\|')} |`
  })
  return ['| | scenario | thread | run | problems |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

/** The last sentence. */
export function summarize(results: readonly RowResult[]): string {
  const count = (state: RowResult['state']) => results.filter((each) => each.state === state).length
  const left = count('not run')
  return `${count('passed')} passed, ${count('failed')} failed${left === 0 ? '' : `, ${left} not run`}.`
}
