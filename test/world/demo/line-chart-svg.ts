import { type Html, html } from './html.ts'
import type { LineChart } from './line-chart.ts'

const left = 70
const right = 860
const top = 50
const bottom = 270

/** A chart of lines as Mermaid lays it out, in the colors that its source asks for. */
export function drawLineChartSvg({ title, names, largest, lines, textColor }: LineChart): Html {
  const xOf = (index: number) => left + 20 + (index * (right - left - 40)) / Math.max(1, names.length - 1)
  const yOf = (value: number) => Math.round(bottom - (value * (bottom - top)) / largest)
  const label = (x: number, y: number, anchor: string, text: string) =>
    html`<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${textColor}" font-size="11">${text}</text>`
  const values = listTicks(largest).map((value) => label(left - 8, yOf(value) + 4, 'end', String(value)))
  const points = names.map((name, index) => label(xOf(index), bottom + 22, 'middle', name))
  const drawn = lines.map(({ values: line, color }) => {
    const path = line.map((value, index) => `${xOf(index)},${yOf(value)}`).join(' ')
    return html`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`
  })
  return html`<svg viewBox="0 0 900 320" role="img" aria-label="${title}"><text x="450" y="26" text-anchor="middle" fill="${textColor}" font-size="16">${title}</text><path d="M${left} ${top - 10} V${bottom} H${right}" fill="none" stroke="${textColor}"/>${values}${points}${drawn}</svg>`
}

/** Round values, five to ten of them. */
function listTicks(largest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(largest))
  const step = [0.1, 0.2, 0.5, 1].map((part) => part * power).find((part) => largest / part <= 10) ?? power
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, index) => Math.round(index * step))
}
