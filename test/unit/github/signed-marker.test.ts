import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSignedMarker, looksLikeOurs } from '../../../src/github/signed-marker.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const KEY = 'mint_test_0123456789abcdef'
const SUBJECT = ['1296269', '7']
const PAYLOAD = { state: 'job', jobId: 'job-1' }

const marker = createSignedMarker('job', KEY, SUBJECT)
const read = (body: string, reader = marker) => reader.read(untrustedText(body))
const readVerified = (body: string, reader = marker) => {
  const content = read(body, reader)
  return content?.isVerified ? content.payload : undefined
}

test('a marker that was written is read again', () => {
  expect(readVerified(`Some text\n\n${marker.write(PAYLOAD)}`)).toEqual(PAYLOAD)
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (payload, text) => {
      expect(readVerified(`${text}\n${marker.write(payload)}`)).toEqual(JSON.parse(JSON.stringify(payload)))
    }),
  )
})

test("a reader of the comment doesn't see the marker, and it can't end early", () => {
  const written = marker.write({ jobId: '--> <b>x</b> <!-- --!>' })
  expect(written).toMatch(/^<!-- docs-agent-job:v1:[\w+/=.]+ -->$/)
})

test.each([
  '',
  'text',
  '<!-- docs-agent-job:v1: -->',
  '<!-- docs-agent-job:v1:. -->',
  marker.write(PAYLOAD).slice(0, -1),
])('no marker is found in a comment without a whole one: %j', (body) => {
  expect(read(body)).toBeUndefined()
})

test.each([
  ['another key', createSignedMarker('job', 'mint_another', SUBJECT)],
  ['another repository', createSignedMarker('job', KEY, ['1296270', '7'])],
  ['another thread', createSignedMarker('job', KEY, ['1296269', '77'])],
  ['parts that read the same only together', createSignedMarker('job', KEY, ['12962697', ''])],
])('a marker of %s is readable, and not verified', (_name, other) => {
  const found = { payload: PAYLOAD, isVerified: false, text: 'Text' }
  expect(read(`Text\n\n${marker.write(PAYLOAD)}`, other)).toEqual(found)
})

test('a marker for something else is not read', () => {
  const other = createSignedMarker('page-views', KEY, SUBJECT)
  expect(read(marker.write(PAYLOAD), other)).toBeUndefined()
  expect(read(other.write(PAYLOAD))).toBeUndefined()
})

test('a marker that was changed is not verified', () => {
  const written = marker.write(PAYLOAD)
  const start = '<!-- docs-agent-job:v1:'.length
  const end = written.length - ' -->'.length
  for (let at = start; at < end; at += 1) {
    const other = written[at] === 'A' ? 'B' : 'A'
    const changed = written.slice(0, at) + other + written.slice(at + 1)
    // The last character before the padding of base64 has bits that mean nothing.
    if (at < end - 2) expect(readVerified(changed)).toBeUndefined()
    expect(readVerified(written.slice(0, at) + written.slice(at + 1))).toBeUndefined()
  }
})

test('the last marker counts: what somebody quotes before it does not', () => {
  const first = marker.write({ jobId: 'old' })
  expect(readVerified(`> ${first}\n\n${marker.write(PAYLOAD)}`)).toEqual(PAYLOAD)
  const forged = `<!-- docs-agent-job:v1:e30=.${'A'.repeat(43)}= -->`
  expect(readVerified(`${marker.write(PAYLOAD)}\n${forged}`)).toBeUndefined()
})

test.each(['{"state":', '', 'a'.repeat(100)])('a signed marker that is not JSON is not read: %s', (text) => {
  const key = Buffer.from(hkdfSync('sha256', KEY, 'docs-agent-action', 'job marker v1', 32))
  const payload = Buffer.from(text).toString('base64')
  const signature = createHmac('sha256', key)
    .update(JSON.stringify([...SUBJECT, payload]))
    .digest('base64')
  expect(read(`<!-- docs-agent-job:v1:${payload}.${signature} -->`)).toBeUndefined()
})

test("the key can't be seen in a marker", () => {
  const written = marker.write(PAYLOAD)
  expect(Buffer.from(written).toString()).not.toContain(KEY)
  expect(written).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 16))
})

test('a comment of this action is told from all others without a key', () => {
  expect(looksLikeOurs(untrustedText(`x ${marker.write(PAYLOAD)}`))).toBe(true)
  expect(looksLikeOurs(untrustedText('<!-- docs-agent -->'))).toBe(false)
})

test.each(['A'.repeat(65_000), 'A.<!-- docs-agent-job:v1:'.repeat(2_600)])(
  'a hostile comment is read in linear time',
  (text) => {
    expect(read(`<!-- docs-agent-job:v1:${text}`)).toBeUndefined()
  },
)
