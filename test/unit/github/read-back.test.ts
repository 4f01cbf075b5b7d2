import { expect, test } from 'vitest'
import type { FoundComment, MarkerPayload } from '../../../src/github/found-comment.ts'
import { NotShownError, readBack } from '../../../src/github/read-back.ts'
import { createClock } from './fake-github.ts'

const COMMENT: FoundComment<MarkerPayload> = {
  id: 1,
  url: '',
  author: 5,
  payload: { nonce: 'n-1' },
  isVerified: true,
}

/** Lists a thread until its comment is shown, which the `shownAt`th list does. */
async function readThread(shownAt: number) {
  const clock = createClock()
  let lists = 0
  const find = async () => {
    lists += 1
    return lists < shownAt ? [] : [COMMENT]
  }
  const reading = readBack((found) => found.length > 0, {
    comment: { find },
    clock,
    signal: new AbortController().signal,
  })
  const found = await reading.catch((error) => error)
  return { found, pauses: clock.pauses, elapsedMs: clock.now() }
}

test('a comment is looked for until the list shows it, with pauses that grow to 4 s', async () => {
  expect(await readThread(1)).toMatchObject({ found: [COMMENT], pauses: [] })
  const pauses = [250, 500, 1_000, 2_000, 4_000, 4_000]
  expect(await readThread(7)).toMatchObject({ found: [COMMENT], pauses })
})

test('a comment that no list shows for 30 s is an error', async () => {
  const { found, elapsedMs } = await readThread(Number.POSITIVE_INFINITY)
  expect(found).toBeInstanceOf(NotShownError)
  expect(found.message).toContain('did not show it within 30 s')
  expect(elapsedMs).toBe(31_750)
})
