import { expect, test } from 'vitest'
import { hideSecret, redact } from '../../../src/text/secrets.ts'

test('a secret is hidden as it is and as it is written in a URL, in every place', () => {
  expect(redact('a mint_Plain+K/1 b')).toBe('a mint_Plain+K/1 b')
  expect([hideSecret('mint_Plain+K/1'), hideSecret('mint_Plain+K/1'), hideSecret('')]).toEqual([true, false, false])
  expect(redact('mint_Plain+K/1mint_Plain+K/1,mint_Plain%2BK%2F1')).toBe('******,***')
})

test('a secret with characters of a pattern, or half a character, is taken literally', () => {
  hideSecret('$&.*[K2')
  hideSecret('half-\uD83D-K3')
  expect(redact('x$&.*[K2x half-\uD83D-K3 half-%EF%BF%BD-K3 $&aaa')).toBe('x***x *** *** $&aaa')
})
