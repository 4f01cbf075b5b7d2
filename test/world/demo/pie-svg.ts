import { type Html, html } from './html.ts'
import { formatShare, type Pie } from './pie.ts'

const radius = 130
const center = { x: 160, y: 190 }
const colors = ['#4493f8', '#f0b849', '#3fb950', '#db61a2', '#a371f7', '#f85149']

/** A pie as Mermaid lays it out: the title above, shares inside, the legend at the right. */
export function drawPieSvg({ title, showData, slices }: Pie): Html {
  let from = 0
  const sectors = slices.map(({ share }, index) => {
    const start = from
    from += share
    return drawSector(start, from, colorOf(index))
  })
  const legend = slices.map(({ label, value }, index) => {
    const y = center.y + (index - (slices.length - 1) / 2) * 32
    const text = showData ? `${label} [${value.toLocaleString('en-US')}]` : label
    return html`<rect x="330" y="${y - 10}" width="20" height="20" rx="4" fill="${colorOf(index)}"/><text x="360" y="${y + 6}">${text}</text>`
  })
  return html`<svg viewBox="0 0 560 340" role="img" aria-label="${title}"><text class="diagram-title" x="280" y="30" text-anchor="middle">${title}</text>${sectors}<circle class="diagram-edge" cx="${center.x}" cy="${center.y}" r="${radius}"/>${legend}</svg>`
}

/** A part of the circle, clockwise from the top; `from` and `to` are shares of the whole. */
function drawSector(from: number, to: number, color: string): Html {
  const share = to - from
  const middle = pointAt((from + to) / 2, radius * 0.62)
  const label =
    share < 0.04
      ? html``
      : html`<text class="diagram-share" x="${middle.x}" y="${middle.y + 6}" text-anchor="middle">${formatShare(share)}</text>`
  if (share > 0.9999) {
    return html`<circle cx="${center.x}" cy="${center.y}" r="${radius}" fill="${color}"/>${label}`
  }
  const [start, end] = [pointAt(from, radius), pointAt(to, radius)]
  const path = `M${center.x} ${center.y} L${start.x} ${start.y} A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${end.x} ${end.y} Z`
  return html`<path class="diagram-slice" d="${path}" fill="${color}"/>${label}`
}

function pointAt(share: number, distance: number): { x: number; y: number } {
  const angle = (share - 0.25) * 2 * Math.PI
  const round = (value: number): number => Math.round(value * 100) / 100
  return {
    x: round(center.x + distance * Math.cos(angle)),
    y: round(center.y + distance * Math.sin(angle)),
  }
}

function colorOf(index: number): string {
  return colors[index % colors.length] ?? '#4493f8'
}
