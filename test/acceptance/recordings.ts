import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../../scripts/acceptance/client.ts'
import type { Recording } from '../../scripts/acceptance/record.ts'
import { parseRequest } from '../world/github/api-message.ts'
import { findViolations } from '../world/github/description.ts'

const folder = join(import.meta.dirname, '../fixtures/github')

/** What GitHub sent in a real run of `npm run acceptance -- --record test/fixtures/github`; empty before the first one. */
export function readRecording(): Recording {
  const read = (name: string) => {
    const path = join(folder, `${name}.json`)
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  }
  return { events: read('events'), exchanges: read('exchanges') }
}

/** Where GitHub answered otherwise than the description that the test world is checked with, a sentence each. */
export function findSurprises({ exchanges }: Recording): string[] {
  const all = exchanges.flatMap(({ method, path, requestBody, status, body }: Exchange) => {
    const request = parseRequest(method, path, {}, requestBody === undefined ? '' : JSON.stringify(requestBody))
    return findViolations({ ...request, login: undefined, at: 0, status, responseBody: body })
  })
  return all.filter((problem) => !problem.endsWith('is not in the description.'))
}
