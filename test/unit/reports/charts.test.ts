import { expect, test } from 'vitest'
import { renderViewsChart } from '../../../src/reports/charts.ts'

/** The lines of a chart of so many days, without the theme. AI has a quarter of the views by people. */
function render(labels: string[], human: number[]): string[] {
  const points = human.map((each) => ({ human: each, ai: each / 4 }))
  const lines = renderViewsChart('day', labels, points).join('\n').split('\n')
  return lines.map((line) => line.trim()).filter((line) => !line.startsWith('%%'))
}

test('a chart has a line for people and one for AI, and none that adds them', () => {
  expect(render(['Mon 1', 'Tue 2'], [10, 1200])).toEqual([
    '```mermaid',
    'xychart-beta',
    'title "Views by day: people (blue), AI (purple)"',
    'x-axis ["Mon 1", "Tue 2"]',
    'y-axis 0 --> 1200',
    'line [10, 1200]',
    'line [2.5, 300]',
    '```',
  ])
  expect(renderViewsChart('day', ['Mon 1'], [{ human: 1, ai: 1 }])).toEqual([])
})

test.each<[string, string[], number[], string]>([
  ['room for an axis without views', ['Mon 1', 'Tue 2'], [0, 0], 'y-axis 0 --> 1'],
  ['labels for 31 days', Array.from({ length: 31 }, (_, day) => `${day}`), Array(31).fill(1), 'x-axis ["0", "1"'],
  [
    'numbers for more days',
    Array.from({ length: 32 }, (_, day) => `${day}`),
    Array(32).fill(1),
    'x-axis "days" 1 --> 32',
  ],
  ['numbers in place of equal labels', ['Jan 1', 'Jan 1'], [1, 2], 'x-axis "days" 1 --> 2'],
])('a chart has %s', (_name, labels, human, expected) => {
  expect(render(labels, human).join('\n')).toContain(expected)
})
