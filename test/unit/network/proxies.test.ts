import { expect, test } from 'vitest'
import { readProxies } from '../../../src/network/proxies.ts'

const PROXY = 'http://proxy.example:3128'
const READ = `${PROXY}/`

test('no proxy without a variable, or with an empty one', () => {
  expect(readProxies({})).toBeUndefined()
  expect(readProxies({ HTTP_PROXY: '', https_proxy: ' ', NO_PROXY: 'a.example' })).toBeUndefined()
})

test.each([
  [{ HTTPS_PROXY: PROXY }, { https_proxy: READ }],
  [{ https_proxy: PROXY, HTTPS_PROXY: 'http://other.example' }, { https_proxy: READ }],
  [{ HTTP_PROXY: PROXY }, { http_proxy: READ }],
  [{ HTTPS_PROXY: 'proxy.example:3128' }, { https_proxy: READ }],
  [{ HTTPS_PROXY: 'https://me:pw@proxy.example' }, { https_proxy: 'https://me:pw@proxy.example/' }],
  [{ HTTPS_PROXY: 'http://me:100%@proxy.example' }, { https_proxy: 'http://me:100%25@proxy.example/' }],
  [
    { HTTP_PROXY: PROXY, no_proxy: 'a.example, b' },
    { http_proxy: READ, no_proxy: 'a.example,.a.example,b,.b' },
  ],
  [
    { HTTP_PROXY: PROXY, NO_PROXY: ' .a.example *.b.example ' },
    { http_proxy: READ, no_proxy: '.a.example,*.b.example' },
  ],
])('the proxies in the environment %j', (environment, expected) => {
  expect(readProxies(environment)).toEqual({ http_proxy: '', https_proxy: '', no_proxy: '', ...expected })
})

test.each(['socks5://me:hunter2@proxy.example', 'http://me:hunter2@:99999'])(
  "the error about %s doesn't contain the password",
  (value) => {
    expect(() => readProxies({ HTTPS_PROXY: value })).toThrow(/^(?!.*hunter2).*HTTPS_PROXY/)
  },
)
