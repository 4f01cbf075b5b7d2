import { type Html, html } from './html.ts'

/** Draws the Mermaid of a summary or a report as Mermaid lays it out. */
export function drawChart(source: string): Html {
  const find = (pattern: RegExp) => pattern.exec(source)?.[1] ?? ''
  const { themeVariables } = JSON.parse(find(/^%%\{init: (.*)\}%%$/m)) as {
    themeVariables: { xyChart: Record<string, string> }
  }
  return drawLines(source, find(/^ +title "(.*)"$/m), themeVariables.xyChart)
}

const area = { left: 70, right: 860, top: 50, bottom: 270 }

/** https://mermaid.js.org/syntax/xyChart.html */
function drawLines(source: string, title: string, theme: Record<string, string>): Html {
  const { left, right, top, bottom } = area
  const names = [...(/^ +x-axis \[(.*)\]$/m.exec(source)?.[1] ?? '').matchAll(/"(.*?)"/g)]
  const largest = Number(/^ +y-axis 0 --> ([\d.]+)$/m.exec(source)?.[1] ?? 1)
  const colors = (theme['plotColorPalette'] ?? '').split(', ')
  const textColor = theme['titleColor'] ?? 'currentColor'
  const xOf = (index: number) => left + 20 + (index * (right - left - 40)) / Math.max(1, names.length - 1)
  const yOf = (value: number) => Math.round(bottom - (value * (bottom - top)) / largest)
  const label = (x: number, y: number, anchor: string, text: string) =>
    html`<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${textColor}" font-size="11">${text}</text>`
  const values = listTicks(largest).map((value) => label(left - 8, yOf(value) + 4, 'end', String(value)))
  const points = names.map(([, name = ''], index) => label(xOf(index), bottom + 22, 'middle', name))
  const lines = [...source.matchAll(/^ +line \[(.*)\]$/gm)].map(([, line = ''], index) => {
    const path = line.split(', ').map((value, place) => `${xOf(place)},${yOf(Number(value))}`)
    return html`<polyline points="${path.join(' ')}" fill="none" stroke="${colors[index] ?? 'gray'}" stroke-width="2"/>`
  })
  return html`<svg viewBox="0 0 900 320" role="img" aria-label="${title}"><text x="450" y="26" text-anchor="middle" fill="${textColor}" font-size="16">${title}</text><path d="M${left} ${top - 10} V${bottom} H${right}" fill="none" stroke="${textColor}"/>${values}${points}${lines}</svg>`
}

/** Round values, five to ten of them. */
function listTicks(largest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(largest))
  const step = [0.1, 0.2, 0.5, 1].map((part) => part * power).find((part) => largest / part <= 10) ?? power
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, index) => Math.round(index * step))
}
