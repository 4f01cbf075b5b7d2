import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listCommittedFiles, read, root } from './project-files.ts'

const files = listCommittedFiles().filter((path) => path.endsWith('.md'))
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

describe.each(files)('%s', (path) => {
  const text = read(path)

  test('the page names scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test('the page names files, folders and tests that exist', () => {
    const rooms = 'src|test|scripts|docs|bench|dist|unit|action|contract|fuzz|world'
    for (const [, name = ''] of text.matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+)\``, 'g')))
      expect([name, `test/${name}`, `test/${name}.test.ts`].some(isThere), name).toBe(true)
  })

  test('links of the page lead to files, and their anchors to headings', () => {
    expect(listLinks(text).filter((link) => !leadsSomewhere(path, link))).toEqual([])
  })
})

test('the index of the recipes links each of them', () => {
  const linked = listLinks(read('docs/recipes/README.md'))
  for (const page of files.filter((path) => /^docs\/recipes\/[a-z]+\.md$/.test(path)))
    for (const [, title = ''] of read(page).matchAll(/^## (.*)$/gm))
      expect(linked).toContain(`${basename(page)}#${toAnchor(title)}`)
})

function isThere(path: string): boolean {
  return existsSync(join(root, path))
}

/** Targets of links and pictures that lie in the repository. */
function listLinks(text: string): string[] {
  const prose = text.replace(/^( *)```[\s\S]*?^\1```$/gm, '').replace(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  )
  return links.filter((target) => !/^(?:https?:|mailto:)/.test(target))
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
  const headings = text.replace(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) => toAnchor(heading))
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
