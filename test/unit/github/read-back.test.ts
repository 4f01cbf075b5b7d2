import { expect, test } from 'vitest'
import { readBack } from '../../../src/github/read-back.ts'
import { createClock } from './fake-github.ts'

/** Reads back a comment that is in the `shownAt`th list of its thread. */
async function read(shownAt: number) {
  const clock = createClock()
  let lists = 0
  const comment = {
    async find() {
      lists += 1
      return []
    },
  }
  const { signal } = new AbortController()
  const failure = await readBack(() => lists === shownAt, { comment, clock, signal }).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { failure, pauses: clock.pauses, elapsedMs: clock.now() }
}

test('a comment is looked for until the list shows it, with pauses that grow to 4 s', async () => {
  expect(await read(1)).toMatchObject({ failure: undefined, pauses: [] })
  const pauses = [250, 500, 1_000, 2_000, 4_000, 4_000]
  expect(await read(7)).toMatchObject({ failure: undefined, pauses })
})

test('a comment that no list shows for 30 s is an error', async () => {
  const message = expect.stringContaining('did not show it within 30 s')
  expect(await read(99)).toMatchObject({ failure: { name: 'GitHubError', message }, elapsedMs: 31_750 })
})
