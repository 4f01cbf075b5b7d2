import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { EXAMPLES, readExample } from '../world/workflow/examples.ts'
import { listCommittedFiles, read, root } from './project-files.ts'

const files = listCommittedFiles().filter((path) => path.endsWith('.md'))
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test.each(files)('%s names scripts and files that exist, and its links lead to files and headings', (path) => {
  const text = read(path)
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  const paths = [...text.matchAll(/`((?:src|test|scripts|docs|bench|dist|examples)\/[\w./-]+)`/g)]
  expect(paths.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([])
  expect(listLinks(text).filter((link) => !leadsSomewhere(path, link))).toEqual([])
})

test('the README shows the example for commands, without its first comment', () => {
  const [, block = ''] = /^ {3}```yaml\n([\s\S]*?)^ {3}```$/m.exec(read('README.md')) ?? []
  expect(block.replaceAll(/^ {3}/gm, '')).toBe(readExample('commands').replace(/^#.*\n/, ''))
})

test('the page of the recipes has a row for each example', () => {
  const linked = listLinks(read('docs/recipes.md')).filter((link) => link.startsWith('../examples/'))
  expect(new Set(linked)).toEqual(new Set(EXAMPLES.map((name) => `../examples/${name}.yml`)))
})

function isThere(path: string): boolean {
  return existsSync(join(root, path))
}

/** Text outside of fenced blocks. */
function removeBlocks(text: string): string {
  return text.replace(/^( *)```[\s\S]*?^\1```$/gm, '')
}

/** Targets of links and pictures that are in the repository. */
function listLinks(text: string): string[] {
  const prose = removeBlocks(text).replace(/`[^`\n]*`(?!\])/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)]
  return links.map(([, target = '']) => target).filter((target) => !/^(?:https?:|mailto:)/.test(target))
}

function leadsSomewhere(from: string, link: string): boolean {
  // Pages of the repository on GitHub itself, relative to where it shows the file: below `blob/<branch>`.
  const repositoryPage = '../'.repeat(from.split('/').length + 1)
  if (link.startsWith(repositoryPage)) return /^(?:issues|security)\//.test(link.slice(repositoryPage.length))
  const [target = '', anchor] = link.split('#')
  const path = target === '' ? from : join(dirname(from), target)
  if (!isThere(path)) return false
  if (anchor === undefined) return true
  return statSync(join(root, path)).isFile() && listAnchors(read(path)).includes(anchor)
}

/** The anchors that GitHub gives the headings of a file. */
function listAnchors(text: string): string[] {
  const headings = removeBlocks(text).matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
