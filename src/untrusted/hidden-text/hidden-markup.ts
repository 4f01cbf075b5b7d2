import { findHiddenInFence } from './hidden-in-fence.ts'
import { findHiddenInHtml } from './hidden-in-html.ts'
import { findHiddenInText, type References } from './hidden-in-text.ts'
import { CommentFinder } from './html-comments.ts'
import { type Definition, findHiddenInDestination, normalizeLabel, readDefinitions } from './links.ts'
import { type Block, readBlocks } from './markdown-blocks.ts'
import { type Dialect, listDialects } from './markdown-dialects.ts'
import { OpenElements } from './open-elements.ts'
import { PlacedText, type Span } from './placed-text.ts'

/**
 * Finds the markup that leaves no trace on the page which GitHub makes of `source`: comments, unknown tags,
 * attributes, titles, definitions that nothing refers to, and so on. Where editions of Markdown differ in what is
 * code, it is none, since nobody can tell which one the next reader has.
 *
 * @returns Stretches of `source` in any order. They may overlap, and end at infinity.
 */
export function findHiddenMarkup(source: string): Span[] {
  // As GitHub does: https://spec.commonmark.org/0.31.2/#insecure-characters
  const text = source.replaceAll('\0', '\uFFFD')
  return listDialects(text).flatMap((dialect) => findHiddenByDialect(text, dialect))
}

function findHiddenByDialect(source: string, dialect: Dialect): Span[] {
  const page = new Page(source)
  const blocks = readBlocks(source, dialect).flatMap((block) => page.takeDefinitions(block))
  const hidden = blocks.flatMap((block) => page.findHidden(block))
  // Footnotes come last on a page, and so are a part of what is hidden up to its end.
  const hidesFootnotes = hidden.some(({ to }) => to === Number.POSITIVE_INFINITY)
  return [hidden, page.findUnusedFootnotes(hidesFootnotes), page.findHiddenInDefinitions()].flat()
}

/** What has to be known of the whole page to tell what is seen of a block. */
class Page implements References {
  readonly #source: string
  readonly #comments: CommentFinder
  readonly #elements = new OpenElements()
  readonly #definitions: { definition: Definition; paragraph: PlacedText }[] = []
  readonly #footnotes: { label: string; span: Span }[] = []
  readonly #labels = new Set<string>()
  readonly #usedLabels = new Set<string>()

  constructor(source: string) {
    this.#source = source
    this.#comments = new CommentFinder(source)
  }

  isDefined(label: string): boolean {
    return this.#labels.has(label)
  }

  use(label: string): void {
    this.#usedLabels.add(label)
  }

  /** Keeps the definitions in `block`, and returns what is left of it. */
  takeDefinitions(block: Block): Block[] {
    if (block.kind === 'footnote') {
      const label = normalizeLabel(`^${block.label}`)
      this.#footnotes.push({ label, span: block.span })
      this.#labels.add(label)
      return []
    }
    if (block.kind !== 'paragraph') {
      return [block]
    }
    const paragraph = new PlacedText(this.#source, block.lines)
    const { definitions, end } = readDefinitions(paragraph.text)
    for (const definition of definitions) {
      this.#definitions.push({ definition, paragraph })
      this.#labels.add(definition.label)
    }
    const lines = block.lines.slice(countLines(paragraph.text.slice(0, end)))
    return lines.length > 0 ? [{ kind: 'paragraph', lines }] : []
  }

  findHidden(block: Block): Span[] {
    switch (block.kind) {
      case 'never shown':
        return [block.span]
      case 'fence':
        return findHiddenInFence(this.#source, block.info, block.lines)
      case 'html':
        return findHiddenInHtml(new PlacedText(this.#source, block.lines), this.#elements)
      case 'paragraph':
      case 'text':
        return findHiddenInText(
          new PlacedText(this.#source, block.lines),
          this.#comments,
          this,
          this.#elements,
        )
      case 'footnote':
        return []
    }
  }

  /** Call this when every block has been looked at. */
  findUnusedFootnotes(areHidden: boolean): Span[] {
    const seen = new Set<string>()
    const spans: Span[] = []
    for (const { label, span } of this.#footnotes) {
      if (areHidden || seen.has(label) || !this.#usedLabels.has(label)) {
        spans.push(span)
      }
      seen.add(label)
    }
    return spans
  }

  /** Call this when every block has been looked at. */
  findHiddenInDefinitions(): Span[] {
    const seen = new Set<string>()
    const spans: Span[] = []
    for (const { definition, paragraph } of this.#definitions) {
      const isUsed = this.#usedLabels.has(definition.label) && !seen.has(definition.label)
      const hidden = isUsed ? findHiddenInDefinition(definition, paragraph.text) : [definition]
      spans.push(...hidden.map((span) => paragraph.toSource(span)))
      seen.add(definition.label)
    }
    return spans
  }
}

function findHiddenInDefinition({ destination, title }: Definition, text: string): Span[] {
  const spans = findHiddenInDestination(destination, text)
  return title === undefined ? spans : [...spans, title]
}

function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
