import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSignedMarker } from '../../../src/github/signed-marker.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const KEY = 'mint_test_0123456789abcdef'
const SUBJECT = ['1296269', '7']
const PAYLOAD = { state: 'job', jobId: 'job-1' }
const START = '<!-- docs-agent-job:v1:'

const marker = createSignedMarker('job', KEY, SUBJECT)
const WRITTEN = marker.write(PAYLOAD)

function read(body: string, reader = marker) {
  return reader.read(untrustedText(body))
}

/** A marker with this payload, without a valid signature. */
function forge(text: string): string {
  return `${START}${Buffer.from(text).toString('base64')}.${'A'.repeat(43)}= -->`
}

test('a written marker can be read', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (payload, text) => {
      const expected = {
        payload: JSON.parse(JSON.stringify(payload)),
        signedBy: 'current',
        text: text.trimEnd(),
        below: '\nBelow',
        source: marker.write(payload),
      }
      expect(read(`${text}\n${marker.write(payload)}\nBelow`)).toEqual(expected)
    }),
  )
})

test.each([
  ['text', 'text'],
  ['one without content', `${START} -->`],
  ['a part of one', WRITTEN.slice(0, -1)],
  ['one that is not JSON', forge('{"state":')],
  // A slow pattern wouldn't end with these.
  ['one that does not end', START + 'A'.repeat(65_000)],
  ['many that do not end', `${START}A.`.repeat(2_600)],
])('a comment with %s has no marker', (_name, body) => {
  expect(read(body)).toBeUndefined()
})

test.each([
  ['another key', 'mint_another', SUBJECT],
  ['another repository', KEY, ['1296270', '7']],
  ['another thread', KEY, ['1296269', '77']],
  ['parts that read the same only together', KEY, ['12962697', '']],
])("a marker of %s can be read, but isn't verified", (_name, key, subject) => {
  const other = createSignedMarker('job', key, subject)
  const found = { payload: PAYLOAD, text: 'Text', below: '', source: WRITTEN }
  expect(read(`Text\n\n${WRITTEN}`, other)).toEqual(found)
})

test.each([
  ['the key', KEY, 'mint_other', 'current'],
  ['the previous key', 'mint_new', KEY, 'previous'],
  ['one key that is given as both', KEY, KEY, 'current'],
  ['the previous key, beside an empty one', '', KEY, 'previous'],
  ['another key, beside an empty previous one', 'mint_new', '', undefined],
])('a marker can be verified with %s', (_name, key, previousKey, signedBy) => {
  const reader = createSignedMarker('job', key, SUBJECT, previousKey)
  expect(read(WRITTEN, reader)?.signedBy).toBe(signedBy)
  // Only the key signs.
  if (key !== '') expect(read(reader.write(PAYLOAD), createSignedMarker('job', key, SUBJECT))?.signedBy).toBe('current')
})

test('a marker of an empty key is never verified, since everyone has it', () => {
  const withoutKey = createSignedMarker('job', '', SUBJECT)
  expect(read(withoutKey.write(PAYLOAD), withoutKey)).toMatchObject({ payload: PAYLOAD, signedBy: undefined })
})

test("a changed marker isn't verified", () => {
  const end = WRITTEN.length - ' -->'.length
  for (let at = START.length; at < end; at += 1) {
    const [before, after] = [WRITTEN.slice(0, at), WRITTEN.slice(at + 1)]
    expect(read(before + after)?.signedBy).toBeUndefined()
    // The last character before the padding of base64 has unused bits.
    if (at >= end - 2) continue
    expect(read(before + (WRITTEN[at] === 'A' ? 'B' : 'A') + after)?.signedBy).toBeUndefined()
  }
})

test('the last marker counts, not a quoted marker before it', () => {
  expect(read(`> ${marker.write({ jobId: 'old' })}\n\n${WRITTEN}`)).toMatchObject({ payload: PAYLOAD })
  expect(read(`${WRITTEN}\n${forge('{}')}`)).toMatchObject({ payload: {}, signedBy: undefined })
})
