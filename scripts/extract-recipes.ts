/**
 * Writes every workflow of the documentation into a folder for linters.
 * Usage: `node scripts/extract-recipes.ts folder`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listRecipes } from '../test/world/workflow/recipes.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node scripts/extract-recipes.ts folder')
const workflows = join(folder, '.github/workflows')
mkdirSync(workflows, { recursive: true })

for (const { page, line, text } of listRecipes())
  writeFileSync(join(workflows, `${page.replaceAll(/\W+/g, '-')}-${line}.yml`), text)
