import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Claim,
  createMarker,
  isEarlierAttempt,
  looksLikeOurs,
  MARKER_ROOM,
} from '../../../../src/agent-job/claim/marker.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const SUBJECT = { repository: '1296269', trigger: 'issue comment 7' }
const KEY = 'mint_test_0123456789abcdef'

const claim: Claim = {
  state: 'job',
  claimant: { runId: '42', job: 'docs', attempt: 1 },
  nonce: 'n-1',
  commentId: 8,
  jobId: 'job-1',
  startedAt: 1_700_000_000_000,
}

const marker = createMarker(KEY, SUBJECT)
const read = (body: string, commentId = 8, reader = marker) => reader.read(untrustedText(body), commentId)

test('what is written is read again', () => {
  expect(read(`Some text\n\n${marker.write(claim)}`)).toEqual(claim)
  fc.assert(
    fc.property(
      fc.record({
        state: fc.constantFrom('claimed', 'refused', 'unknown', 'job', 'finished', 'answered'),
        claimant: fc.record({ runId: fc.string(), job: fc.string({ unit: 'binary' }), attempt: fc.nat() }),
        nonce: fc.string(),
        jobId: fc.string({ unit: 'grapheme', maxLength: 512 }),
        startedAt: fc.nat(),
      }),
      fc.string(),
      (any, text) => {
        const written = { ...any, state: any.state as Claim['state'] }
        const again: unknown = JSON.parse(JSON.stringify(written))
        expect(read(`${text}\n${marker.write(written)}`, 99)).toEqual(again)
      },
    ),
  )
})

test('a reader of the comment does not see it, and it can not end early', () => {
  const written = marker.write({ ...claim, jobId: '--> <b>x</b> <!-- --!>' })
  expect(written).toMatch(/^<!-- docs-agent-job:v1:[\w+/=.]+ -->$/)
})

test('the longest there can be fits into the room that is left for it, and is read again', () => {
  const longest: Claim = {
    ...claim,
    claimant: { runId: '9'.repeat(20), job: 'j'.repeat(100), attempt: 999 },
    nonce: 'n'.repeat(36),
    jobId: '\u0001'.repeat(512),
    commentId: Number.MAX_SAFE_INTEGER,
  }
  const written = marker.write(longest)
  expect(written.length).toBeLessThanOrEqual(MARKER_ROOM)
  expect(read(written, Number.MAX_SAFE_INTEGER)).toEqual(longest)
})

test('a comment without one says nothing', () => {
  for (const body of ['', 'text', '<!-- docs-agent-job:v1: -->', '<!-- docs-agent-job:v1:. -->'])
    expect(read(body)).toBeUndefined()
})

test('another key, another repository, another comment that asked: not ours', () => {
  const written = marker.write(claim)
  const others = [
    createMarker('mint_another', SUBJECT),
    createMarker(KEY, { ...SUBJECT, repository: '1296270' }),
    createMarker(KEY, { ...SUBJECT, trigger: 'issue comment 77' }),
    createMarker(KEY, { ...SUBJECT, trigger: 'review comment 7' }),
    // Parts that only together read the same.
    createMarker(KEY, { repository: '1296269issue comment 7', trigger: '' }),
  ]
  for (const other of others) expect(read(written, 8, other)).toBeUndefined()
})

test('copied to another comment it is none', () => {
  expect(read(marker.write(claim), 9)).toBeUndefined()
})

test('nothing in it can be changed', () => {
  const written = marker.write(claim)
  const start = '<!-- docs-agent-job:v1:'.length
  const end = written.length - ' -->'.length
  for (let at = start; at < end; at += 1) {
    const other = written[at] === 'A' ? 'B' : 'A'
    const changed = written.slice(0, at) + other + written.slice(at + 1)
    // The last character before the padding of base64 has bits that mean nothing.
    if (at < end - 2) expect(read(changed)).toBeUndefined()
    expect(read(written.slice(0, at) + written.slice(at + 1))).toBeUndefined()
  }
})

test('a truncated one is none', () => {
  const written = marker.write(claim)
  for (let length = 0; length < written.length; length += 1)
    expect(read(written.slice(0, length))).toBeUndefined()
})

test('the last one counts: what somebody quotes before it does not', () => {
  const first = marker.write({ ...claim, jobId: 'old' })
  expect(read(`> ${first}\n\n${marker.write(claim)}`)?.jobId).toBe('job-1')
  expect(read(`${marker.write(claim)}\n<!-- docs-agent-job:v1:e30=.${'A'.repeat(43)}= -->`)).toBeUndefined()
})

test.each([
  'null',
  '7',
  '"x"',
  '[]',
  '{}',
  '{"state":"won"}',
  '{"state":"job"}',
  '{"state":"job","claimant":null}',
  '{"state":["job"],"claimant":{}}',
  '{"state":',
  '',
  'a'.repeat(100),
])('signed by somebody who has the key, but no claim: %s', (json) => {
  const key = Buffer.from(hkdfSync('sha256', KEY, 'docs-agent-action', 'claim marker v1', 32))
  const payload = Buffer.from(json).toString('base64')
  const signature = createHmac('sha256', key)
    .update(JSON.stringify([SUBJECT.repository, SUBJECT.trigger, payload]))
    .digest('base64')
  expect(read(`<!-- docs-agent-job:v1:${payload}.${signature} -->`)).toBeUndefined()
})

test('the key can not be seen in it', () => {
  const written = marker.write(claim)
  expect(Buffer.from(written).toString()).not.toContain(KEY)
  expect(written).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 16))
})

test('what looks like ours is told from everything else without a key', () => {
  expect(looksLikeOurs(untrustedText(`x ${marker.write(claim)}`))).toBe(true)
  expect(looksLikeOurs(untrustedText('<!-- docs-agent-job -->'))).toBe(false)
})

test.each([
  [{ runId: '42', job: 'docs', attempt: 2 }, true],
  [{ runId: '42', job: 'docs', attempt: 9 }, true],
  [{ runId: '42', job: 'docs', attempt: 1 }, false],
  [{ runId: '42', job: 'docs', attempt: 0 }, false],
  [{ runId: '43', job: 'docs', attempt: 2 }, false],
  [{ runId: '42', job: 'other', attempt: 2 }, false],
])('is the claim of an earlier attempt of %j: %s', (claimant, expected) => {
  expect(isEarlierAttempt(claim, claimant)).toBe(expected)
})

test('a hostile comment is read quickly', () => {
  const startedAt = performance.now()
  read(`<!-- docs-agent-job:v1:${'A'.repeat(65_000)}`)
  read('<!-- docs-agent-job:v1:A.'.repeat(2_600))
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
