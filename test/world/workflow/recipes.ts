import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** Every workflow in the documentation, with the page it is on. Blocks that show some steps only are made whole. */
export function listRecipes(): (YamlBlock & { page: string })[] {
  const pages = globSync('{README.md,docs/**/*.md,*/README.md}', { cwd: root }).toSorted()
  return pages.flatMap((page) =>
    findYamlBlocks(readFileSync(join(root, page), 'utf8'))
      .map((block) => ({ ...block, text: wrapSteps(block.text), page }))
      .filter(({ text }) => /^on:/m.test(text)),
  )
}

/** The first recipe below a heading, as it is written there. */
export function readRecipe(heading: string): string {
  const recipe = listRecipes().find((block) => block.heading === heading)
  if (recipe === undefined) throw new Error(`There is no recipe under '${heading}'.`)
  return recipe.text
}

/** What a block that shows some steps only refers to. */
export const AROUND_STEPS = `on: workflow_dispatch
permissions: {}
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - id: views
        uses: OWNER/docs-agent-action/page-views@v1
        with: { api-key: x, project-id: x }
`

/** A block that shows some steps only as a whole workflow; any other as it is. */
export function wrapSteps(text: string): string {
  return text.startsWith('- ') ? AROUND_STEPS + text.replace(/^(?=.)/gm, '      ') : text
}

/** A block of YAML in a Markdown file. */
export interface YamlBlock {
  /** The nearest heading above it. */
  heading: string
  /** Number of its first line in the file, from 1. */
  line: number
  text: string
}

/**
 * Every fenced block of YAML in a Markdown text, in order, and every workflow that a block for the shell writes to a
 * file. An indented block loses its indentation.
 */
export function findYamlBlocks(markdown: string): YamlBlock[] {
  const blocks: YamlBlock[] = []
  let heading = ''
  // A heading, or a whole fenced block of any kind: what looks like a heading inside of one is none.
  for (const found of markdown.matchAll(/^#+ ([^\n]*)$|^( *)```(\w*) *\n(.*?)^ *``` *$/gms)) {
    const [, title, indentation = '', kind = '', content = ''] = found
    heading = title ?? heading
    const yaml = /^ya?ml$/.test(kind) ? content : /<< 'END'[^\n]*\n(.*?)^END$/ms.exec(content)?.[1]
    if (yaml === undefined) continue
    const line = markdown.slice(0, found.index + found[0].indexOf(yaml)).split('\n').length
    blocks.push({ heading, line, text: yaml.replaceAll(new RegExp(`^${indentation}`, 'gm'), '') })
  }
  return blocks
}
