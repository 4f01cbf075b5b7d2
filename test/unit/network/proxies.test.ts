import { expect, test } from 'vitest'
import { checkProxies } from '../../../src/network/proxies.ts'

test.each([
  {},
  { HTTP_PROXY: '', https_proxy: '' },
  { HTTPS_PROXY: 'http://proxy.example:3128', HTTP_PROXY: 'https://me:p%40w@proxy.example' },
  { https_proxy: 'http://proxy.example', HTTPS_PROXY: 'socks5://proxy.example' },
])('the proxies in the environment %j are valid', (environment) => {
  expect(() => checkProxies(environment)).not.toThrow()
})

test.each([
  'socks5://me:hunter2@proxy.example',
  'http://me:hunter2@:99999',
  'me:hunter2@proxy.example:3128',
  'http://me:hunter2%@proxy.example',
])("the error about %s doesn't contain the password", (value) => {
  expect(() => checkProxies({ HTTPS_PROXY: value })).toThrow(/^(?!.*hunter2).*HTTPS_PROXY/)
})
