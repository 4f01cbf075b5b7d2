import { expect, test } from 'vitest'
import { readProxies } from '../../../src/network/proxies.ts'

const PROXY = 'http://proxy.example:3128'

test('no proxy without a variable, or with an empty one', () => {
  expect(readProxies({})).toBeUndefined()
  expect(readProxies({ HTTP_PROXY: '', https_proxy: ' ', NO_PROXY: 'a.example' })).toBeUndefined()
})

test.each([
  [{ HTTPS_PROXY: PROXY }, { httpsProxy: `${PROXY}/` }],
  [{ https_proxy: PROXY, HTTPS_PROXY: 'http://other.example' }, { httpsProxy: `${PROXY}/` }],
  [{ HTTP_PROXY: PROXY }, { httpProxy: `${PROXY}/` }],
  [{ HTTPS_PROXY: 'proxy.example:3128' }, { httpsProxy: `${PROXY}/` }],
  [{ HTTPS_PROXY: 'https://me:pw@proxy.example' }, { httpsProxy: 'https://me:pw@proxy.example/' }],
  [{ HTTPS_PROXY: 'http://me:100%@proxy.example' }, { httpsProxy: 'http://me:100%25@proxy.example/' }],
  [
    { HTTP_PROXY: PROXY, no_proxy: 'a.example, b' },
    { httpProxy: `${PROXY}/`, noProxy: 'a.example, b' },
  ],
])('%j', (environment, expected) => {
  expect(readProxies(environment)).toEqual({
    httpProxy: '',
    httpsProxy: '',
    noProxy: '',
    ...expected,
  })
})

test.each(['socks5://me:hunter2@proxy.example', 'http://me:hunter2@:99999'])(
  'refuses %s, without its password',
  (value) => {
    expect(() => readProxies({ HTTPS_PROXY: value })).toThrow(/^(?!.*hunter2).*HTTPS_PROXY/)
  },
)
