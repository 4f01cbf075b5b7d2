import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findYamlBlocks, type YamlBlock } from './yaml-blocks.ts'

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
