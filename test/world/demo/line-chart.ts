/** A chart of lines: https://mermaid.js.org/syntax/xyChart.html */
export interface LineChart {
  title: string
  /** Names of the points. */
  names: string[]
  /** Where the axis of the values ends; it begins at 0. */
  largest: number
  lines: { values: number[]; color: string }[]
  textColor: string
}

/** Reads a chart of lines in the form that the report has; undefined for anything else. */
export function readLineChart(source: string): LineChart | undefined {
  const [, directive] = /^%%\{init: (.*)\}%%\nxychart-beta\n/.exec(source) ?? []
  const find = (pattern: RegExp) => pattern.exec(source)?.[1]
  const title = find(/^ +title "(.*)"$/m)
  const names = find(/^ +x-axis \[(.*)\]$/m)
  const largest = find(/^ +y-axis 0 --> ([\d.]+)$/m)
  if (directive === undefined || title === undefined || names === undefined || largest === undefined)
    return undefined
  const { plotColorPalette = '', titleColor = '' } = readTheme(directive)
  const colors = plotColorPalette.split(', ')
  const lines = [...source.matchAll(/^ +line \[(.*)\]$/gm)].map(([, values = ''], index) => ({
    values: values.split(', ').map(Number),
    color: colors[index] ?? 'gray',
  }))
  return {
    title,
    names: [...names.matchAll(/"(.*?)"/g)].map(([, name = '']) => name),
    largest: Number(largest),
    lines,
    textColor: titleColor,
  }
}

function readTheme(directive: string): Record<string, string | undefined> {
  const { themeVariables } = JSON.parse(directive) as {
    themeVariables: { xyChart: Record<string, string> }
  }
  return themeVariables.xyChart
}
