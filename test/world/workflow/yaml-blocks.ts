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
