import { expect, test } from 'vitest'
import { createProgressLog } from '../../../../src/agent-job/job/progress-log.ts'
import { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

function watch() {
  const lines: string[] = []
  const warnings: string[] = []
  let elapsedMs = 0
  const log = {
    info: (text: string) => void lines.push(text),
    debug: () => undefined,
    notice: () => undefined,
    warning: (_title: string, text: string) => void warnings.push(text),
    error: () => undefined,
    group: async <T>(_title: string, body: () => Promise<T> | T) => await body(),
  }
  const progress = createProgressLog(log, () => elapsedMs)
  return {
    ...progress,
    lines,
    warnings,
    at(ms: number) {
      elapsedMs = ms
      return progress
    },
  }
}

test('the log has a line for each new status, and then now and again', () => {
  const { at, lines } = watch()
  for (let ms = 0; ms <= 3_600_000; ms += 3_000) at(ms).note({ status: 'active' })
  const before = lines.length
  at(3_601_000).note({ status: 'completed' })
  expect(lines.length).toBe(before + 1)
  expect(lines.at(-1)).toContain('completed')
  // Not one for each of 1200 looks, and not silent for an hour.
  expect(before).toBeGreaterThan(8)
  expect(before).toBeLessThan(40)
})

test('an unknown status is warned of once, whatever follows', () => {
  const { at, warnings } = watch()
  for (const name of ['queued', 'queued', 'paused']) at(1).note({ unknownStatus: untrustedText(name) })
  at(2).note({ status: 'active' })
  at(3).note({ unknownStatus: untrustedText('queued') })
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('queued')
})

test('fields of a wrong type are warned of once', () => {
  const { at, warnings } = watch()
  for (const ms of [1, 2]) at(ms).note({ status: 'active', wrongFields: ['prLink', 'source.ref'] })
  expect(warnings).toEqual([expect.stringContaining('`prLink`, `source.ref`')])
})

test('polls that fail in one way are a line now and again', () => {
  const { at, lines } = watch()
  const failure = new DocsServiceError(
    { operation: 'get agent job', kind: 'status', certainty: 'unknown', status: 502 },
    'GET https://docs.example',
    'was answered with status 502',
  )
  for (let ms = 3_000; ms <= 60_000; ms += 3_000) at(ms).noteFailure(failure)
  expect(lines).toEqual(
    ['3s', '24s', '45s'].map((time) => expect.stringMatching(`^${time}: .*502.*polled again`)),
  )
  at(60_001).note({ status: 'active' })
  expect(lines.at(-1)).toContain('active')
})
