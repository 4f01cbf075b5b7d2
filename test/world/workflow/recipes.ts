import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findYamlBlocks } from './yaml-blocks.ts'

/** The recipe below a heading, as it is written there. */
export function readRecipe(heading: string, { page = 'docs/recipes.md', number = 0 } = {}): string {
  const blocks = findYamlBlocks(readFileSync(join(root, page), 'utf8'))
  const recipe = blocks.filter((block) => block.heading === heading)[number]
  if (recipe === undefined) throw new Error(`${page} has no recipe under '${heading}'.`)
  return recipe.text
}

const root = resolve(import.meta.dirname, '../../..')
