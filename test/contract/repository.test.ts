import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { USER_AGENT } from '../../src/runner/fetch.ts'
import { findFiles, listCommittedFiles, read, root } from './project-files.ts'

test('package.json, the lock file, the changelog, the user agent and the pages name the same version', () => {
  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string }
  const [major] = version.split('.')
  expect(USER_AGENT).toBe(`${name}/${major}`)
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ name, version })
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## .*\\b${version.replaceAll('.', '\\.')}\\b`, 'm'))
  const pages = listCommittedFiles().filter((path) => path.endsWith('.md') || path.startsWith('examples/'))
  const uses = pages.flatMap((path) => [...read(path).matchAll(/uses: \S*docs-agent-action\S*@(\S+)(.*)/g)])
  expect(uses.length).toBeGreaterThan(0)
  for (const [, ref = '', comment = ''] of uses)
    expect(/^[\da-f]{40}$/.test(ref) ? comment : ref).toMatch(
      new RegExp(`^(?: # )?v${version.replaceAll('.', '\\.')}$`),
    )
})

test.each(findFiles('src/*/*.graphql'))('%s is what is sent: run `npm run graphql`', (path) => {
  expect(read(`${path}.ts`)).toContain(`= \`\n${read(path).trim()}\n\``)
})

const folders = [`${root}/`, `${homedir()}/`].filter((folder) => folder.split('/').length > 3)

const REGISTRY = /\b(?:registry|npm|packages?)\.[a-z0-9-]+\.(?:org|com|net|io|dev|local|internal)\b/i
const FOLDER = /(?:\/home\/(?!runner\b)|\/Users\/|[A-Z]:\\\\?Users\\)\w+/

test.each<[string, (text: string) => boolean]>([
  ['names the host of a package registry', (text) => REGISTRY.test(text) || /"resolved":\s"http/.test(text)],
  ['names a folder of a machine', (text) => FOLDER.test(text) || folders.some((folder) => text.includes(folder))],
])('nothing that is committed %s', (_name, isWrong) => {
  const texts = listCommittedFiles().filter((path) => !/\.(?:png|svg|gif|jpg|woff2?)$/.test(path))
  expect(texts.filter((path) => isWrong(read(path)))).toEqual([])
})
