import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Every workflow in the documentation that is whole, with the page it is on. */
export function listRecipes(): (YamlBlock & { page: string })[] {
  const pages = globSync('{README.md,docs/*.md,page-views/README.md}', { cwd: root }).toSorted()
  return pages.flatMap((page) =>
    findYamlBlocks(readFileSync(join(root, page), 'utf8'))
      .filter(({ text }) => /^on:/m.test(text))
      .map((block) => ({ ...block, page })),
  )
}

/** The recipe below a heading, as it is written there. */
export function readRecipe(heading: string, { page = 'docs/recipes.md', number = 0 } = {}): string {
  const blocks = findYamlBlocks(readFileSync(join(root, page), 'utf8'))
  const recipe = blocks.filter((block) => block.heading === heading)[number]
  if (recipe === undefined) throw new Error(`${page} has no recipe under '${heading}'.`)
  return recipe.text
}

const root = resolve(import.meta.dirname, '../../..')

/** A block of YAML in a Markdown file. */
export interface YamlBlock {
  /** The nearest heading above it. */
  heading: string
  /** Number of its first line in the file, from 1. */
  line: number
  text: string
}

/** Every fenced block of YAML in a Markdown text, in order. An indented one loses its indentation. */
export function findYamlBlocks(markdown: string): YamlBlock[] {
  const blocks: YamlBlock[] = []
  let heading = ''
  let fence: { indentation: number; kind: string; start: number } | undefined
  const lines = markdown.split('\n')
  for (const [index, line] of lines.entries()) {
    const [, spaces = '', kind] = /^( *)```(\w*)\s*$/.exec(line) ?? []
    if (fence === undefined) {
      if (kind !== undefined) fence = { indentation: spaces.length, kind, start: index + 1 }
      else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
    } else if (kind === '') {
      const content = lines.slice(fence.start, index).map((each) => each.slice(fence?.indentation))
      if (/^ya?ml$/.test(fence.kind))
        blocks.push({ heading, line: fence.start + 1, text: `${content.join('\n')}\n` })
      fence = undefined
    }
  }
  return blocks
}
