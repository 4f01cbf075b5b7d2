import { expect, test } from 'vitest'
import { findStatus, type StatusMeaning } from '../../../src/docs-service/statuses.ts'

const ALL = Array.from({ length: 400 }, (_, index) => index + 200)
const REFUSALS = ALL.filter((status) => status >= 400 && status < 500 && status !== 408 && status !== 425)

test.each<[keyof StatusMeaning, number[]]>([
  ['endsPolling', [400, 401, 403, 404]],
  ['refusesKey', [401, 403]],
  ['becomesNewJob', [400, 404, 405, 409, 410, 413, 421, 422]],
  ['mayBeTooLarge', [400, 413]],
  ['isTelling', [400, 402, 403, 413, 422, 451]],
  ['isRefusal', REFUSALS],
  ['mayPass', [408, 425, ...ALL.filter((status) => status >= 500)]],
])('%s is true of the statuses %j', (property, statuses) => {
  expect(ALL.filter((status) => findStatus(status)[property] === true)).toEqual(statuses)
})
