import { expect, test } from 'vitest'
import { readProxyEnvironment } from '../../../src/network/proxy-environment.ts'

const PROXY = 'http://proxy.example:3128'

function find(environment: NodeJS.ProcessEnv, address: string): string | undefined {
  return readProxyEnvironment(environment)?.(new URL(address))?.href
}

test('no proxy without a variable, or with an empty one', () => {
  expect(readProxyEnvironment({})).toBeUndefined()
  expect(readProxyEnvironment({ HTTP_PROXY: '', https_proxy: ' ', NO_PROXY: 'a.example' })).toBeUndefined()
})

test.each([
  [{ HTTPS_PROXY: PROXY }, 'https://a.example', `${PROXY}/`],
  [{ https_proxy: PROXY }, 'https://a.example', `${PROXY}/`],
  [{ https_proxy: PROXY, HTTPS_PROXY: 'http://other.example' }, 'https://a.example', `${PROXY}/`],
  [{ HTTPS_PROXY: PROXY }, 'http://a.example', undefined],
  [{ HTTP_PROXY: PROXY }, 'http://127.0.0.1:8080', `${PROXY}/`],
  [{ HTTP_PROXY: PROXY }, 'https://a.example', undefined],
  [{ HTTPS_PROXY: 'proxy.example:3128' }, 'https://a.example', `${PROXY}/`],
  [{ HTTPS_PROXY: 'https://me:pw@proxy.example' }, 'https://a.example', 'https://me:pw@proxy.example/'],
])('%j, %s: %s', (environment, address, expected) => {
  expect(find(environment, address)).toBe(expected)
})

test.each([
  ['*', 'https://a.example', false],
  ['a.example', 'https://a.example', false],
  ['a.example', 'https://b.a.example', false],
  ['.a.example', 'https://b.a.example', false],
  ['*.a.example', 'https://b.a.example', false],
  ['A.EXAMPLE', 'https://a.example', false],
  ['a.example', 'https://nota.example', true],
  ['a.example:443', 'https://a.example', false],
  ['a.example:8443', 'https://a.example', true],
  ['a.example:8443', 'https://a.example:8443', false],
  ['b.example, a.example', 'https://a.example', false],
  ['b.example a.example', 'https://a.example', false],
  ['127.0.0.1', 'https://127.0.0.1:8080', false],
  ['::1', 'https://[::1]:8080', false],
  ['[::1]:8080', 'https://[::1]:8080', false],
  ['[::1]:9090', 'https://[::1]:8080', true],
  ['', 'https://a.example', true],
  [',', 'https://a.example', true],
])('NO_PROXY=%s, %s is proxied: %s', (exceptions, address, isProxied) => {
  expect(find({ HTTPS_PROXY: PROXY, NO_PROXY: exceptions }, address) !== undefined).toBe(isProxied)
})

test.each(['socks5://me:hunter2@proxy.example', 'http://me:hunter2@:99999'])(
  'refuses %s, without its password',
  (value) => {
    expect(() => readProxyEnvironment({ HTTPS_PROXY: value })).toThrow(/^(?!.*hunter2).*HTTPS_PROXY/)
  },
)
