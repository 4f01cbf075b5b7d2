import { expect, test } from 'vitest'
import { parseErrorBody } from '../../../src/docs-service/reply.ts'

const KEY = 'mint_secret'
const redact = (text: string) => text.replaceAll(KEY, '***')

const read = (body: string) => parseErrorBody(body, redact)

test.each([
  ['{"error":"Prompt is empty"}', 'Prompt is empty'],
  ['{"error":"Bad query","details":[{"message":"limit"},{"message":"offset"}]}', 'Bad query; limit; offset'],
  ['{"error":{"message":"Nested"}}', 'Nested'],
  ['{"error":"","details":[null,5,{"message":7}]}', undefined],
  [`{"error":"key ${KEY} expired"}`, 'key *** expired'],
  ['{"error":"key mint_\\u0073ecret expired"}', 'key *** expired'],
  ['{"error":"mint_\\u0000secret mint_\\nsecret"}', 'mint_ secret mint_ secret'],
  ['{"error":"a\\u0000\\u001b[31m\\u202eb"}', 'a [31m b'],
  // Lone surrogates are control characters to Unicode.
  ['{"error":"\\ud800"}', undefined],
])('the message of an error has all its fields: %j', (body, words) => {
  expect(read(body)).toEqual({ isJson: true, serviceMessage: words })
})

test.each([
  ['{"message":"Not Found","details":[{"message":" "}]}', true, 'Not Found'],
  ['{"details":{}}', true, undefined],
  ['[1,2]', true, '[1,2]'],
  ['\n', undefined, undefined],
  ['<div id="app"></div>', false, undefined],
  ['plain\r\n text', false, 'plain text'],
  ['<style>a{}</style><title>502 Bad Gateway</title><h1>Bad</h1><!-- ray -->', false, '502 Bad Gateway Bad'],
])('the message of any other body: %j, JSON: %s', (body, isJson, words) => {
  expect(read(body)).toEqual({ isJson, serviceMessage: words })
})

test("the service's message is cut between code points", () => {
  expect(read('😀'.repeat(600)).serviceMessage).toBe(`${'😀'.repeat(499)}…`)
})

test.each(['<', '<script ', '<!--'])('a page that consists of %s is read in time', (piece) => {
  expect(read(piece.repeat(16_384 / piece.length))).toMatchObject({ isJson: false })
})
