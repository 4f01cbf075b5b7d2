import { expect, test } from 'vitest'
import { renderViewsChart } from '../../../src/reports/charts.ts'

/** The lines of a chart of so many days, without the theme. */
function render(labels: string[], views: [human: number, ai: number][]): string[] {
  const points = views.map(([human, ai]) => ({ human, ai }))
  return renderViewsChart('day', labels, points).flatMap((chart) =>
    chart
      .toString()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !line.startsWith('%%')),
  )
}

test('a chart has a line for people and one for AI, and none that adds them', () => {
  const lines = ['x-axis ["Mon 1", "Tue 2"]', 'y-axis 0 --> 1200', 'line [10, 1200]', 'line [2.5, 300]', '```']
  const head = ['```mermaid', 'xychart-beta', 'title "Views by day: people (blue), AI (purple)"']
  expect(
    render(
      ['Mon 1', 'Tue 2'],
      [
        [10, 2.5],
        [1200, 300],
      ],
    ),
  ).toEqual([...head, ...lines])
  expect(
    render(
      ['Mon 1', 'Tue 2'],
      [
        [0, 0],
        [0, 0],
      ],
    ),
  ).toContain('y-axis 0 --> 1')
  // One point is no line.
  expect(render(['Mon 1'], [[1, 1]])).toEqual([])
})

test('numbers stand below a chart whose labels would cover each other, or are equal', () => {
  const days = Array.from({ length: 32 }, (_, index) => `${index}`)
  expect(
    render(
      days,
      days.map(() => [1, 1]),
    ),
  ).toContain('x-axis "days" 1 --> 32')
  expect(
    render(
      ['Jan 1 – Dec 31', 'Jan 1 – Dec 31'],
      [
        [1, 1],
        [2, 2],
      ],
    ),
  ).toContain('x-axis "days" 1 --> 2')
})
