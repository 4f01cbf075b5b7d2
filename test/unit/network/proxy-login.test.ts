import { expect, test } from 'vitest'
import { describeProxyLogin } from '../../../src/network/proxy-tunnel.ts'

test.each([
  ['http://proxy.example:3128', undefined],
  ['http://user:word@proxy.example', 'user:word'],
  ['http://us%40er:w%3Aord@proxy.example', 'us@er:w:ord'],
  ['http://user:100%@proxy.example', 'user:100%'],
  ['http://us%er:%zz@proxy.example', 'us%er:%zz'],
])('%s logs in as %s', (proxy, login) => {
  const { 'proxy-authorization': header } = describeProxyLogin(new URL(proxy))
  const sent =
    header === undefined ? undefined : Buffer.from(header.replace('Basic ', ''), 'base64').toString()
  expect(sent).toBe(login)
})
