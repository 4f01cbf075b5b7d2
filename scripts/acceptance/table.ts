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

/** The progress in a terminal. */
export function formatResult({ name, state, problems, durationMs }: RowResult): string {
  const time = durationMs === undefined ? '' : ` (${Math.round(durationMs / 1_000)} s)`
  return [`${SIGNS[state]} ${name}${time}`, ...problems.map((problem) => `    ${problem}`)].join('\n')
}

/** The table with links, in Markdown: also for the job summary of CI. */
export function renderTable(results: readonly RowResult[]): string {
  const rows = results.map(({ name, state, problems, url, runUrl }) => {
    const thread = url === undefined ? '' : `[thread](${url})`
    const run = runUrl === undefined ? '' : `[run](${runUrl})`
    return `| ${SIGNS[state]} | ${name} | ${thread} | ${run} | ${problems.join('<br>').replaceAll('|', '\\|')} |`
  })
  const count = (state: RowResult['state']) => `${results.filter((each) => each.state === state).length} ${state}`
  const sum = `${count('passed')}, ${count('failed')}, ${count('not run')}.`
  return ['| | scenario | thread | run | problems |', '| --- | --- | --- | --- | --- |', ...rows, '', sum].join('\n')
}
