import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeErrorBody } from '../../../src/docs-service/reply.ts'
import { readUntrustedText } from '../../../src/untrusted/text.ts'

const KEY = 'mint_secret'
const redact = (text: string) => text.replaceAll(KEY, '***')

function read(body: string): string | undefined {
  const words = describeErrorBody(body, redact).serviceMessage
  return words === undefined ? undefined : readUntrustedText(words)
}

// Whether it is JSON, and whether it is an error of the service.
test.each([
  ['{"error":"Prompt is empty"}', true, true, 'Prompt is empty'],
  [
    '{"error":"Bad query","details":[{"message":"limit"},{"message":"offset"}]}',
    true,
    true,
    'Bad query; limit; offset',
  ],
  ['{"error":{"message":"Nested"}}', true, true, 'Nested'],
  ['{"error":"","details":[null,5,{"message":7}]}', true, true, undefined],
  ['{"message":"Not Found","details":[{"message":" "}]}', true, false, 'Not Found'],
  ['{"details":{}}', true, false, undefined],
  ['[1,2]', true, false, '[1,2]'],
  ['', false, false, undefined],
  ['plain\r\n text', false, false, 'plain text'],
  [
    '<html><head><style>a{}</style><title>502 Bad Gateway</title></head><body><h1>Bad</h1><!-- ray --></body>',
    false,
    false,
    '502 Bad Gateway Bad',
  ],
  [`{"error":"key ${KEY} expired"}`, true, true, 'key *** expired'],
  ['{"error":"key mint_\\u0073ecret expired"}', true, true, 'key *** expired'],
  ['{"error":"a\\u0000\\u001b[31m\\u202eb"}', true, true, 'a [31m b'],
  // Lone surrogates are control characters to Unicode.
  ['{"error":"\\ud800"}', true, true, undefined],
])(
  'of the body %j it is known: JSON %s, an error of the service %s',
  (body, isJson, hasErrorField, words) => {
    expect(describeErrorBody(body, redact)).toMatchObject({ isJson, hasErrorField })
    expect(read(body)).toBe(words)
  },
)

test('the words of the service are cut between code points', () => {
  expect(read('😀'.repeat(600))).toBe(`${'😀'.repeat(499)}…`)
})

test('any body gives one short line without the key', () => {
  const part = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(KEY), fc.constant('<b>'))
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const words = read(parts.join('')) ?? ''
      expect(words).not.toContain(KEY)
      expect(words).not.toMatch(/[\r\n]/)
      expect(Array.from(words).length).toBeLessThanOrEqual(500)
    }),
  )
})

test('a hostile page takes no time', () => {
  const startedAt = performance.now()
  for (const piece of ['<', '<script ', '<!--']) read(piece.repeat(16_384 / piece.length))
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
