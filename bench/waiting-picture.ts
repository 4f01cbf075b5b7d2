/** A function of the age to be drawn, in seconds. */
interface Curve {
  label: string
  color: string
  dashes: string
  valueAt: (ageSeconds: number) => number
}

interface Panel {
  title: string
  top: number
  /** The upper end of the vertical axis, and where its lines are. */
  ticks: readonly number[]
  unit: string
  curves: Curve[]
}

const WIDTH = 720
const LEFT = 56
const RIGHT = 704
const PANEL_HEIGHT = 180
const LONGEST_MINUTES = 40

/** Draws how the pause between two polls, and the number of polls, grow with the age of a job. */
export function drawWaiting(nextPauseMs: (ageMs: number) => number, fixedMs: number): string {
  const polls = listPolls(nextPauseMs)
  const fixed = fixedMs / 1000
  const action = { label: 'this action', color: '#1f7fbf', dashes: 'none' }
  const every = { label: `every ${fixed} s`, color: '#c2641c', dashes: '7 5' }
  const panels: Panel[] = [
    {
      title: 'Pause before the next poll',
      top: 48,
      ticks: [0, 10, 20, 30],
      unit: ' s',
      curves: [
        { ...action, valueAt: (age) => nextPauseMs(age * 1000) / 1000 },
        { ...every, valueAt: () => fixed },
      ],
    },
    {
      title: 'Looks so far',
      top: 300,
      ticks: [0, 60, 120, 180, 240],
      unit: '',
      curves: [
        { ...action, valueAt: (age) => polls.filter((at) => at <= age).length },
        { ...every, valueAt: (age) => age / fixed },
      ],
    },
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} 520" width="${WIDTH}" height="520" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Waiting for a job: pauses and polls by its age</title>',
    // GitHub shows the picture on light and on dark; a browser tells an SVG which of them it is.
    '<style>text { fill: #1f2328 } .grid { stroke: #d1d9e0 } .back { fill: #ffffff } @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #3d444d } .back { fill: #0d1117 } }</style>',
    `<rect class="back" width="${WIDTH}" height="520" rx="6"/>`,
    ...panels.map(drawPanel),
    '</svg>',
    '',
  ].join('\n')
}

function drawPanel({ title, top, ticks, unit, curves }: Panel): string {
  const highest = ticks.at(-1) ?? 1
  const bottom = top + PANEL_HEIGHT
  const x = (seconds: number) => LEFT + ((RIGHT - LEFT) * seconds) / (LONGEST_MINUTES * 60)
  const y = (value: number) => bottom - (PANEL_HEIGHT * value) / highest
  const minutes = [0, 2, 5, 10, 20, 30, 40]
  return [
    `<text x="${LEFT}" y="${top - 18}" font-size="15" font-weight="600">${title}</text>`,
    ...ticks.map(
      (tick) =>
        `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}${unit}</text>`,
    ),
    ...minutes.map(
      (minute) =>
        `<text x="${x(minute * 60)}" y="${bottom + 20}" text-anchor="${minute === LONGEST_MINUTES ? 'end' : 'middle'}">${minute}${minute === LONGEST_MINUTES ? ' min' : ''}</text>`,
    ),
    ...curves.map((curve) => drawCurve(curve, x, y)),
    ...curves.map((curve, index) => drawLegend(curve, index, top - 22)),
  ].join('\n')
}

function drawCurve(curve: Curve, x: (seconds: number) => number, y: (value: number) => number): string {
  const points: string[] = []
  // Every 2 s while the curve bends, then every 20 s.
  for (let age = 0; age <= LONGEST_MINUTES * 60; age += age < 240 ? 2 : 20)
    points.push(`${x(age).toFixed(1)},${y(curve.valueAt(age)).toFixed(1)}`)
  return `<polyline fill="none" stroke="${curve.color}" stroke-width="2.5" stroke-dasharray="${curve.dashes}" points="${points.join(' ')}"/>`
}

function drawLegend({ label, color, dashes }: Curve, index: number, middle: number): string {
  const left = RIGHT - 250 + index * 130
  return `<line x1="${left}" x2="${left + 30}" y1="${middle}" y2="${middle}" stroke="${color}" stroke-width="2.5" stroke-dasharray="${dashes}"/><text x="${left + 38}" y="${middle + 4}">${label}</text>`
}

/** The ages, in seconds, at which a job that never ends is polled. */
function listPolls(nextPauseMs: (ageMs: number) => number): number[] {
  const polls: number[] = []
  for (let ageMs = nextPauseMs(0); ageMs <= LONGEST_MINUTES * 60_000; ageMs += nextPauseMs(ageMs))
    polls.push(ageMs / 1000)
  return polls
}
