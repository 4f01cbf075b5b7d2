import { expect, test } from 'vitest'
import { findPages } from '../../../../src/agent-job/job/page-paths.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const SITE = ['/', '/quickstart', '/guides', '/guides/retries', '/api/retries', '/blog/']

function find(...files: string[]) {
  return findPages(files.map(untrustedText), SITE.map(untrustedText))
}

test.each([
  ['quickstart.mdx', '/quickstart'],
  ['quickstart.MD', '/quickstart'],
  ['guides/retries.md', '/guides/retries'],
  ['guides/index.mdx', '/guides'],
  ['index.mdx', '/'],
  ['blog/index.md', '/blog/'],
  // With the folders that hold the site in its repository
  ['docs/quickstart.mdx', '/quickstart'],
  ['packages/site/docs/guides/retries.mdx', '/guides/retries'],
  ['docs/guides/index.mdx', '/guides'],
  ['docs/index.mdx', '/'],
])('the file %s is the page %s', (file, path) => {
  expect(find(file)).toEqual([path])
})

test.each([
  ['a file that is no Markdown', 'quickstart.json'],
  ['a page that nobody has read', 'guides/webhooks.mdx'],
  ['an index further down', 'packages/tools/index.md'],
  ['a part of a name', 'my-quickstart.mdx'],
  ['a name that is longer', 'quickstart.mdx.bak'],
])('no page is found for %s', (_name, file) => {
  expect(find(file)).toEqual([])
})

test('a file that fits two paths is not a page', () => {
  const site = ['/guides/retries', '/retries'].map(untrustedText)
  expect(findPages([untrustedText('docs/guides/retries.mdx')], site)).toEqual([])
  expect(findPages([untrustedText('guides/retries.mdx')], site)).toEqual(['/guides/retries'])
})

test('pages are listed once, in the order of the site', () => {
  expect(find('guides/retries.mdx', 'docs/guides/retries.md', 'index.mdx')).toEqual(['/', '/guides/retries'])
})
