import { expect, test } from 'vitest'
import { createExclusion } from '../../../src/page-views/exclusions.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

test.each<[string, string[], string[]]>([
  ['wp-login.php', ['/wp-login.php', '/blog/wp-login.php', 'wp-login.php'], ['/wp-login.php/x', '/wp-login']],
  ['/wp-login.php', ['/wp-login.php'], ['/blog/wp-login.php']],
  ['wp-*/**', ['/wp-admin/a/b', '/blog/wp-admin/x'], ['/docs/wp', '/wp-login']],
  ['/admin/', ['/admin/', '/admin/a', '/admin/.env'], ['/a/admin/b']],
  ['.*', ['/.env', '/a/.git', '/.git/config', '/a/.well-known/b/c'], ['/env', '/a/b.c', '/a./b']],
  ['/', ['/', ''], ['/a']],
  ['/a/*', ['/a/b', 'a/b'], ['/b/a/b']],
  ['/**/a', ['/a', '/b/a'], ['/a/b']],
  ['/(x)/y', ['/(x)/y'], ['/x/y']],
])('the glob %s excludes %j, and not %j', (glob, excluded, others) => {
  const isExcluded = createExclusion([glob])
  const all = [...excluded, ...others]
  expect(all.filter((path) => isExcluded(untrustedText(path)))).toEqual(excluded)
})
