import { expect, test } from 'vitest'
import { readBack } from '../../../src/our-comments/read-back.ts'
import { createClock } from '../fake-clock.ts'

/** Reads back a comment that is first shown in list number `shownAt`. */
async function read(shownAt: number, delayMs?: number) {
  const clock = createClock()
  clock.pass(60_000)
  let lists = 0
  const comment = { find: async () => [] }
  const isShown = () => ++lists >= shownAt
  const { signal } = new AbortController()
  const [{ status, ...ending }] = await Promise.allSettled([readBack(isShown, { comment, clock, signal, delayMs })])
  return { status, ...ending, lists, pauses: clock.pauses, elapsedMs: clock.now() - 60_000 }
}

test.each([
  [1, []],
  [7, [250, 500, 1_000, 2_000, 4_000, 4_000]],
])('a comment that only list %d shows is found with pauses that grow to 4 s', async (shownAt, pauses) => {
  expect(await read(shownAt)).toMatchObject({ status: 'fulfilled', pauses })
})

test("a comment that isn't listed for 30 s is an error of its own", async () => {
  const message = expect.stringContaining('show it within 30 s')
  expect(await read(99)).toMatchObject({ status: 'rejected', reason: { message }, elapsedMs: 31_750 })
})

test('with a delay, the comments are listed once more', async () => {
  expect(await read(1, 1_500)).toMatchObject({ status: 'fulfilled', pauses: [1_500], lists: 2 })
  expect(await read(2, 1_500)).toMatchObject({ status: 'fulfilled', pauses: [250, 1_500], lists: 3 })
})
