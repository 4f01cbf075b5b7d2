import { expect, test } from 'vitest'
import { createProgressLog } from '../../../../src/agent-job/job/progress-log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createDependencies, failure } from './job-for-tests.ts'

function watch() {
  const { dependencies, infos, warnings } = createDependencies({})
  let elapsedMs = 0
  const progress = createProgressLog(dependencies.log, () => elapsedMs)
  const at = (ms: number) => {
    elapsedMs = ms
    return progress
  }
  return { at, infos, warnings }
}

test('the log has a line for each new status, and then now and again', () => {
  const { at, infos } = watch()
  for (let ms = 0; ms <= 3_600_000; ms += 3_000) at(ms).note({ status: 'active' })
  const before = infos.length
  at(3_601_000).note({ status: 'completed' })
  expect(infos.length).toBe(before + 1)
  expect(infos.at(-1)).toContain('completed')
  // Not one for each of 1200 looks, and not silent for an hour.
  expect(before).toBeGreaterThan(8)
  expect(before).toBeLessThan(40)
})

test('polls that fail in one way are a line now and again', () => {
  const { at, infos } = watch()
  for (let ms = 3_000; ms <= 60_000; ms += 3_000) at(ms).noteFailure(failure(502))
  expect(infos).toEqual(['3s', '24s', '45s'].map((time) => expect.stringMatching(`^${time}: .*502.*Retrying`)))
  at(60_001).note({ status: 'active' })
  expect(infos.at(-1)).toContain('active')
})

test('an unknown status is warned of once, whatever follows', () => {
  const { at, warnings } = watch()
  for (const name of ['queued', 'queued', 'paused']) at(1).note({ unknownStatus: untrustedText(name) })
  at(2).note({ status: 'active' })
  at(3).note({ unknownStatus: untrustedText('queued') })
  expect(warnings).toEqual([expect.stringContaining('"queued"')])
})
