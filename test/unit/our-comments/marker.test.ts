import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest, hasStartAlone, isAlone, measureFrame, readBody, writeBody } from '../../../src/our-comments/marker.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const START = '<!-- docs-agent:job -->'
const PAYLOAD = { nonce: 'n-1', commentId: 7 }
const MARKER = '<!-- docs-agent:job marker {"nonce":"n-1","commentId":7} -->'
const BODY = writeBody('job', 'The text.', PAYLOAD)

const read = (body: string, kind: Parameters<typeof readBody>[0] = 'job') => readBody(kind, untrustedText(body))

test('a body is the fixed mark, the text, and a marker that people can read', () => {
  expect(BODY).toBe(`${START}\nThe text.\n\n${MARKER}`)
  expect(read(BODY)).toEqual({ payload: PAYLOAD, content: 'The text.', around: { above: '', below: '' } })
})

test('angle brackets and double hyphens are escaped, each', () => {
  expect(writeBody('job', '', { text: '<b> -- ---' })).toContain('{"text":"\\u003cb\\u003e -\\u002d -\\u002d-"}')
})

const HOSTILE = ['-->', '--!>', '<!--', '--', '->', '<!-- docs-agent:job marker {} -->', '\n', '\r', '\0']

test('whatever the payload is, it is read as it was written, between exactly two openers', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''))
  const payload = fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    text,
  )
  fc.assert(
    fc.property(payload, (given) => {
      const body = writeBody('job', 'The text.', given)
      expect(body.split('<!--').length - 1).toBe(2)
      expect(body.split('-->').length - 1).toBe(2)
      expect(body.split('\n')).toHaveLength(4)
      expect(read(body)).toMatchObject({ payload: JSON.parse(JSON.stringify(given)), content: 'The text.' })
      expect(measureFrame('job', given)).toBe(Buffer.byteLength(body) - 'The text.'.length)
    }),
    { seed: 58, numRuns: 300 },
  )
})

describe('what is around our part', () => {
  test.each<[string, string, boolean, object | undefined]>([
    ['nothing', BODY, true, { above: '', below: '' }],
    ['blank lines', `\n${BODY}\n \n`, true, { above: '\n', below: '\n \n' }],
    ['line ends of a browser', BODY.replaceAll('\n', '\r\n'), true, { above: '', below: '' }],
    [
      'a mark of another action in front',
      `<!-- datadog -->\n${BODY}`,
      false,
      { above: '<!-- datadog -->\n', below: '' },
    ],
    ['a mark of another action behind', `${BODY}\n<!-- sticky -->`, false, { above: '', below: '\n<!-- sticky -->' }],
    ['text on the line of the marker', `${BODY} and more`, false, { above: '', below: ' and more' }],
    ['a second mark in front', `${START}\n${BODY}`, false, { above: `${START}\n`, below: '' }],
    ['a mail reply', `> ${START}\n> The text.\n>\n> ${MARKER}`, false, { above: '> ', below: '' }],
    ['no mark at the start', BODY.replace(START, ''), false, undefined],
    ['a mark only behind the marker', `${MARKER}\n${START}`, false, undefined],
  ])('%s', (_name, body, expected, around) => {
    expect(read(body)).toMatchObject({ payload: PAYLOAD })
    expect(read(body)?.around).toEqual(around)
    expect(isAlone(read(body)?.around)).toBe(expected)
  })
})

test.each<[string, string]>([
  ['no marker', `${START}\nThe text.`],
  ['two markers', `${BODY}\n${MARKER}`],
  ['a marker within the text of ours', writeBody('job', `A quote: ${MARKER}`, PAYLOAD)],
  ['a marker that is cut', BODY.slice(0, -4)],
  ['a marker over two lines', BODY.replace(',"commentId"', ',\n"commentId"')],
  ['no JSON', `${START}\n\n<!-- docs-agent:job marker {nonce} -->`],
  ['a marker of another kind', writeBody('page-views', 'The text.', PAYLOAD)],
  ['another form', BODY.replace('marker {', 'marker  {')],
])('a body with %s has none', (_name, body) => {
  expect(read(body)).toBeUndefined()
})

test('a marker of one kind among the text of another is read as its own kind only', () => {
  const report = writeBody('page-views', `A note: ${MARKER}`, { nonce: 'n-2' })
  expect(read(report, 'page-views')).toMatchObject({ payload: { nonce: 'n-2' }, around: { above: '', below: '' } })
  expect(read(report)).toEqual({ payload: PAYLOAD, content: '', around: undefined })
})

test('a mark without its marker is recognized', () => {
  const hasAlone = (body: string) => hasStartAlone('job', untrustedText(body))
  expect([`${START}\ntext`, 'text', BODY, MARKER].map(hasAlone)).toEqual([true, false, false, false])
})

test('a digest is sixteen hex digits, of each text by itself', () => {
  expect(digest('one', 'two')).toMatch(/^[\da-f]{16}$/)
  expect(digest('onet', 'wo')).not.toBe(digest('one', 'two'))
})
