import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeErrorBody } from '../../../src/docs-service/reply.ts'
import { readUntrustedText } from '../../../src/untrusted/text.ts'

const KEY = 'mint_secret'
const redact = (text: string) => text.replaceAll(KEY, '***')

function read(body: string): string | undefined {
  const detail = describeErrorBody(body, redact).serviceMessage
  return detail === undefined ? undefined : readUntrustedText(detail)
}

test.each([
  ['{"error":"Prompt is empty"}', 'Prompt is empty'],
  ['{"error":"Bad query","details":[{"message":"limit"},{"message":"offset"}]}', 'Bad query; limit; offset'],
  ['{"error":{"message":"Nested"}}', 'Nested'],
  ['{"error":"","details":[null,5,{"message":7}]}', undefined],
  ['{"details":{}}', undefined],
  ['[1,2]', '[1,2]'],
  ['', undefined],
  ['plain\r\n text', 'plain text'],
  [
    '<html><head><style>a{}</style><title>502 Bad Gateway</title></head><body><h1>Bad</h1><!-- ray --></body>',
    '502 Bad Gateway Bad',
  ],
  [`{"error":"key ${KEY} expired"}`, 'key *** expired'],
  ['{"error":"key mint_\\u0073ecret expired"}', 'key *** expired'],
  ['{"error":"a\\u0000\\u001b[31m\\u202eb"}', 'a [31m b'],
  // Lone surrogates are control characters to Unicode.
  ['{"error":"\\ud800"}', undefined],
])('the words of the service are found in %j', (body, expected) => {
  expect(read(body)).toBe(expected)
})

test.each([
  ['{"error":"No such job"}', true, true],
  ['{"error":{"message":"Nested"}}', true, true],
  ['{"message":"Not Found"}', true, false],
  ['[1,2]', true, false],
  ['<h1>Not found</h1>', false, false],
  ['', false, false],
])(
  'of %j it is known whether it is JSON, and whether it is an error of the service',
  (body, isJson, hasErrorField) => {
    expect(describeErrorBody(body, redact)).toMatchObject({ isJson, hasErrorField })
  },
)

test('the words of the service are cut between code points', () => {
  const detail = read('😀'.repeat(600)) ?? ''
  expect(Array.from(detail)).toHaveLength(500)
  expect(detail.isWellFormed()).toBe(true)
})

test('any body gives one short line without the key', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant(KEY), fc.constant('<b>'))),
      (parts) => {
        const detail = read(parts.join('')) ?? ''
        expect(detail).not.toContain(KEY)
        expect(detail).not.toMatch(/[\r\n]/)
        expect(Array.from(detail).length).toBeLessThanOrEqual(500)
      },
    ),
  )
})

test('a hostile page takes no time', () => {
  const startedAt = performance.now()
  read('<'.repeat(16_384))
  read('<script '.repeat(2048))
  read('<!--'.repeat(4096))
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
