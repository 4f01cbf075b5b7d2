import { type Html, html } from './html.ts'
import type { Pie } from './pie.ts'

const radius = 130
const center = { x: 160, y: 190 }
const defaultTheme = {
  pieTitleTextColor: 'currentColor',
  pieSectionTextColor: 'currentColor',
  pieLegendTextColor: 'currentColor',
}

/** A pie as Mermaid lays it out, in the colors that its source asks for. */
export function drawPieSvg({ title, showData, slices, theme }: Pie): Html {
  const texts = { ...defaultTheme, ...theme }
  const colorOf = (index: number): string => theme[`pie${index + 1}`] ?? 'gray'
  let from = 0
  const sectors = slices.map(({ share }, index) => {
    const start = from
    from += share
    return drawSector({ from: start, to: from, color: colorOf(index), textColor: texts.pieSectionTextColor })
  })
  const legend = slices.map(({ label, value }, index) => {
    const y = center.y + (index - (slices.length - 1) / 2) * 32
    const text = showData ? `${label} [${value}]` : label
    return html`<rect x="330" y="${y - 10}" width="20" height="20" fill="${colorOf(index)}"/><text x="354" y="${y + 6}" fill="${texts.pieLegendTextColor}">${text}</text>`
  })
  return html`<svg class="pie" viewBox="0 0 560 340" role="img" aria-label="${title}"><text class="diagram-title" x="${center.x}" y="30" text-anchor="middle" fill="${texts.pieTitleTextColor}">${title}</text>${sectors}${legend}</svg>`
}

interface Sector {
  /** Shares of the whole, clockwise from the top. */
  from: number
  to: number
  color: string
  textColor: string
}

function drawSector({ from, to, color, textColor }: Sector): Html {
  const share = to - from
  const middle = pointAt((from + to) / 2, radius * 0.62)
  // Mermaid names no share below one percent.
  const label =
    share < 0.01
      ? html``
      : html`<text x="${middle.x}" y="${middle.y + 6}" text-anchor="middle" fill="${textColor}">${Math.round(share * 100)}%</text>`
  if (share > 0.9999) {
    return html`<circle cx="${center.x}" cy="${center.y}" r="${radius}" fill="${color}"/>${label}`
  }
  const [start, end] = [pointAt(from, radius), pointAt(to, radius)]
  const path = `M${center.x} ${center.y} L${start.x} ${start.y} A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${end.x} ${end.y} Z`
  return html`<path d="${path}" fill="${color}"/>${label}`
}

function pointAt(share: number, distance: number): { x: number; y: number } {
  const angle = (share - 0.25) * 2 * Math.PI
  const round = (value: number): number => Math.round(value * 100) / 100
  return {
    x: round(center.x + distance * Math.cos(angle)),
    y: round(center.y + distance * Math.sin(angle)),
  }
}
