import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { findFiles, listCommittedFiles, read, root } from './project-files.ts'

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
