import { expect, test } from 'vitest'
import { findMisplacedKeys } from '../../../src/runner/mistaken-inputs.ts'

const TAIL = 'abcdefghij0123456_-9'
const [MINT, TOKEN] = [`mint_${TAIL}`, `ghs_${TAIL}`]

test.each<[string, string, found?: string]>([
  ['PROJECT-ID', MINT, MINT],
  ['PROJECT-ID', `  ${MINT}\r\n`, MINT],
  ['PROMPT', `Explain this:\n${MINT}\nand that`, MINT],
  ['FAIL-ON', `failed, ${TOKEN}`, TOKEN],
  ['ALLOWED-BOTS', `x, "${MINT}"; y`, MINT],
  ['PROJECT-ID', `PROJECT=${MINT}`, MINT],
  ['PROMPT', `Explain ${MINT}`],
  ['AN UNKNOWN_INPUT', MINT, MINT],
  ['PROJECT-ID', `mint_${TAIL.slice(1)}`],
  ['PROJECT-ID', `${MINT}.`],
  ['PROJECT-ID', `Mint_${TAIL}`],
  ['API-KEY', MINT],
  ['GITHUB-TOKEN', MINT, MINT],
  ['GITHUB-TOKEN', TOKEN],
  ...['ghp_', 'gho_', 'ghu_', 'ghr_', 'ghs_', 'github_pat_'].map((prefix): [string, string, string] => [
    'API-KEY',
    prefix + TAIL,
    prefix + TAIL,
  ]),
  ['BASE-URL', `https://docs.example/${MINT}/v1`, MINT],
  ['BASE-URL', `https://docs.example?key=${MINT}#x`, MINT],
])('`%s` with %j has the misplaced key %j', (input, value, found) => {
  const expected = { input: input.toLowerCase(), key: found, message: expect.not.stringContaining(TAIL) as unknown }
  expect(findMisplacedKeys({ [`INPUT_${input}`]: value, [`STATE_${input}`]: value })).toEqual(found ? [expected] : [])
})
