import { expect, test } from 'vitest'
import { createExclusion, parseExclusions } from '../../../src/page-views/exclusions.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

test('globs are one per line or separated by commas, except inside braces', () => {
  const text = '*.php, /tmp/**\r\n\n/{a,b{c,d}}/* ,,'
  expect(parseExclusions(text)).toEqual(['*.php', '/tmp/**', '/{a,b{c,d}}/*'])
})

test.each<[string, string[], string[]]>([
  ['wp-login.php', ['/wp-login.php', '/blog/wp-login.php', 'wp-login.php'], ['/wp-login.php/x', '/wp-login']],
  ['/wp-login.php', ['/wp-login.php'], ['/blog/wp-login.php']],
  ['wp-*/**', ['/wp-admin/a/b', '/blog/wp-admin/x'], ['/docs/wp']],
  ['/admin/', ['/admin/', '/admin/a', '/admin/.env'], ['/a/admin/b']],
  ['.*', ['/.env', '/a/.git'], ['/env']],
  ['/', ['/', ''], ['/a']],
  ['/a/*', ['/a/b', 'a/b'], ['/b/a/b']],
  ['/**/a', ['/a', '/b/a'], ['/a/b']],
  ['/{a,b}', ['/a', '/b'], ['/c']],
  ['/(x)/y', ['/(x)/y'], ['/x/y']],
])('the glob %s excludes %j, and not %j', (glob, excluded, others) => {
  const isExcluded = createExclusion([glob])
  const all = [...excluded, ...others]
  expect(all.filter((path) => isExcluded(untrustedText(path)))).toEqual(excluded)
})

test('a very long path takes no time', () => {
  const isExcluded = createExclusion(['*a*a*b'])
  expect(isExcluded(untrustedText(`/${'a'.repeat(50_000)}`))).toBe(false)
})
