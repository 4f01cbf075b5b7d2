import { findHtmlBlockEnd } from './html-blocks.ts'
import { readDefinitions } from './links.ts'
import type { Dialect } from './markdown-dialects.ts'
import { LineCursor, splitLines } from './markdown-lines.ts'
import { PlacedText, type Span } from './placed-text.ts'
import { isDelimiterRow, splitCells } from './table-rows.ts'

/** What can hold hidden text. Indented code holds none. */
export type Block =
  | { kind: 'paragraph' | 'text' | 'html'; lines: Span[] }
  | { kind: 'fence'; info: Span; lines: Span[] }
  | { kind: 'never shown'; span: Span }
  | { kind: 'footnote'; label: string; span: Span }

/**
 * Splits a comment into blocks as GitHub's renderer does, with exact positions.
 *
 * This is the first phase of the algorithm in the CommonMark specification, with the tables and the footnotes
 * of GitHub: https://spec.commonmark.org/0.31.2/#phase-1-block-structure. It is written out here because of
 * what the ready parsers do with a hostile comment: given 64 KiB of some repeated characters, micromark, commonmark.js
 * and Lezer were not done after five seconds, and each of them lacks tables, footnotes or exact positions. Behind
 * limits on size and brackets micromark would do, at the price of cutting off what people wrote beyond them. This one
 * looks at no character more often than there are containers around it, and of those it takes `deepest` at most.
 */
export function readBlocks(source: string, dialect: Dialect): Block[] {
  return new BlockReader(source, dialect).read()
}

type Container = { kind: 'quote' } | Item | Footnote
interface Item {
  kind: 'item'
  indent: number
  empty: boolean
}
interface Footnote {
  kind: 'footnote'
  label: string
  from: number
}

type Leaf =
  | { kind: 'paragraph'; lines: Span[]; notTable: boolean }
  | { kind: 'fence'; marker: string; length: number; lines: Span[] }
  | { kind: 'indented code' }
  | { kind: 'html'; lines: Span[]; end: RegExp | undefined }
  | { kind: 'table'; columns: number }

/** What an opening has to know: how far the line's containers go, and what the line would otherwise go on with. */
interface OpenState {
  matched: number
  within: Leaf['kind'] | undefined
  mayBeLazy: boolean
}

const takesEveryLine: ReadonlySet<Leaf['kind']> = new Set(['fence', 'indented code', 'html'])

/** Nobody nests deeper for a reader to see. GitHub itself opens no more than 100 lists on a line. */
const deepest = 100

class BlockReader {
  readonly #source: string
  readonly #dialect: Dialect
  readonly #blocks: Block[] = []
  readonly #containers: Container[] = []
  #leaf: Leaf | undefined
  #line: LineCursor
  #previousLineEnd = 0

  constructor(source: string, dialect: Dialect) {
    this.#source = source
    this.#dialect = dialect
    this.#line = new LineCursor(source, { from: 0, to: 0 })
  }

  read(): Block[] {
    for (const { from, to } of splitLines(this.#source)) {
      this.#line = new LineCursor(this.#source, { from, to })
      if (!this.#readLine()) {
        this.#blocks.push({ kind: 'never shown', span: { from, to: this.#source.length } })
        break
      }
      this.#previousLineEnd = to
    }
    this.#closeContainers(0)
    return this.#blocks
  }

  /** False: the line nests too deep, and what follows can't be told. */
  #readLine(): boolean {
    const matched = this.#matchContainers()
    const allMatched = matched === this.#containers.length
    const continued = allMatched ? this.#continueLeaf() : 'no'
    if (continued === 'closed') {
      return true
    }
    const inLeaf = continued === 'yes'
    const isCode = this.#leaf !== undefined && takesEveryLine.has(this.#leaf.kind)
    const opened = inLeaf && isCode ? 'nothing' : this.#openBlocks(matched, inLeaf)
    if (opened === 'nothing') {
      this.#addText(matched, inLeaf)
    } else if (opened === 'containers') {
      this.#startParagraph()
    }
    return this.#containers.length <= deepest
  }

  #matchContainers(): number {
    let matched = 0
    for (const container of this.#containers) {
      if (!this.#matchContainer(container)) {
        break
      }
      matched += 1
    }
    return matched
  }

  #matchContainer(container: Container): boolean {
    const line = this.#line
    switch (container.kind) {
      case 'quote':
        return line.takeQuoteMarker()
      case 'footnote':
        if (line.indent >= 4) {
          line.skipColumns(4)
          return true
        }
        return line.from === line.to
      case 'item':
        if (line.indent >= container.indent) {
          line.skipColumns(container.indent)
          return true
        }
        return line.isBlank && !container.empty
    }
  }

  #continueLeaf(): 'yes' | 'no' | 'closed' {
    const leaf = this.#leaf
    const line = this.#line
    switch (leaf?.kind) {
      case 'fence':
        if (line.indent < 4 && closesFence(line, leaf)) {
          this.#leaf = undefined
          return 'closed'
        }
        return 'yes'
      case 'indented code':
        return line.indent >= 4 || line.isBlank ? 'yes' : 'no'
      case 'html':
        return leaf.end !== undefined || !line.isBlank ? 'yes' : 'no'
      case 'paragraph':
        return line.isBlank ? 'no' : 'yes'
      case 'table':
        return splitCells(line.text).length > 0 ? 'yes' : 'no'
      default:
        return 'no'
    }
  }

  /** Opens whatever starts on this line. 'leaf': the line is used up. */
  #openBlocks(matched: number, inLeaf: boolean): 'nothing' | 'containers' | 'leaf' {
    let within: Leaf['kind'] | undefined = inLeaf ? this.#leaf?.kind : undefined
    let mayBeLazy = this.#leaf?.kind === 'paragraph'
    let opened: 'nothing' | 'containers' = 'nothing'
    while (this.#containers.length <= deepest) {
      const state = { matched: opened === 'nothing' ? matched : this.#containers.length, within, mayBeLazy }
      const result = this.#openBlock(state)
      if (result === 'leaf') {
        return 'leaf'
      }
      if (result === 'nothing') {
        break
      }
      opened = 'containers'
      within = undefined
      mayBeLazy = false
    }
    return opened
  }

  #openBlock(state: OpenState): 'nothing' | 'container' | 'leaf' {
    const { indent, isBlank } = this.#line
    if (isBlank) {
      return 'nothing'
    }
    if (indent >= 4) {
      return this.#openIndentedCode(state)
    }
    if (this.#openQuote(state)) {
      return 'container'
    }
    const underlined = this.#underlineHeading(state)
    if (underlined !== undefined) {
      return underlined
    }
    if (this.#openLeaf(state)) {
      return 'leaf'
    }
    if (this.#openFootnote(state) || this.#openItem(state)) {
      return 'container'
    }
    return this.#openTableRow(state) ? 'leaf' : 'nothing'
  }

  #openIndentedCode({ matched, within, mayBeLazy }: OpenState): 'nothing' | 'leaf' {
    if (mayBeLazy || within === 'paragraph') {
      return 'nothing'
    }
    this.#startLeaf(matched, { kind: 'indented code' })
    return 'leaf'
  }

  #openQuote({ matched }: OpenState): boolean {
    if (!this.#line.text.startsWith('>')) {
      return false
    }
    this.#startContainer(matched, { kind: 'quote' })
    this.#line.takeQuoteMarker()
    return true
  }

  #openLeaf(state: OpenState): boolean {
    return (
      this.#openHeading(state) || this.#openFence(state) || this.#openHtml(state) || this.#openBreak(state)
    )
  }

  #openHeading({ matched }: OpenState): boolean {
    const marker = this.#line.match(/#{1,6}(?=[ \t]|$)/y)
    if (marker === undefined) {
      return false
    }
    this.#startLeaf(matched, undefined)
    this.#blocks.push({
      kind: 'text',
      lines: [{ from: this.#line.textFrom + marker.length, to: this.#line.to }],
    })
    return true
  }

  #openFence({ matched }: OpenState): boolean {
    const marker = this.#line.match(/`{3,}(?=[^`]*$)|~{3,}/y)
    if (marker === undefined) {
      return false
    }
    const lines: Span[] = []
    this.#startLeaf(matched, { kind: 'fence', marker: marker.charAt(0), length: marker.length, lines })
    const info = { from: this.#line.textFrom + marker.length, to: this.#line.to }
    this.#blocks.push({ kind: 'fence', info, lines })
    return true
  }

  #openHtml({ matched, within }: OpenState): boolean {
    const end = this.#line.text.startsWith('<')
      ? findHtmlBlockEnd(this.#line.text, this.#dialect.html, within !== 'paragraph')
      : undefined
    if (end === undefined) {
      return false
    }
    const lines: Span[] = []
    this.#startLeaf(matched, { kind: 'html', lines, end: end === 'blank line' ? undefined : end })
    this.#blocks.push({ kind: 'html', lines })
    this.#addHtmlLine()
    return true
  }

  #underlineHeading({ within }: OpenState): 'nothing' | 'leaf' | undefined {
    const leaf = this.#leaf
    if (within !== 'paragraph' || leaf?.kind !== 'paragraph' || !this.#line.match(/(?:=+|-+)[ \t]*$/y)) {
      return undefined
    }
    // Definitions are taken out first. Nothing else, and there is nothing to underline: the paragraph goes on.
    const paragraph = new PlacedText(this.#source, leaf.lines)
    if (readDefinitions(paragraph.text).end < paragraph.text.length) {
      this.#finishLeaf()
      return 'leaf'
    }
    this.#blocks.push({ kind: 'paragraph', lines: leaf.lines })
    leaf.lines = []
    return 'nothing'
  }

  #openBreak({ matched }: OpenState): boolean {
    if (!this.#line.match(/(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/y)) {
      return false
    }
    this.#startLeaf(matched, undefined)
    return true
  }

  #openFootnote({ matched }: OpenState): boolean {
    const marker = this.#line.match(/\[\^[^\]\t ]+\]:[ \t]*/y)
    if (marker === undefined) {
      return false
    }
    const label = marker.slice(2, marker.lastIndexOf(']'))
    this.#startContainer(matched, { kind: 'footnote', label, from: this.#line.textFrom })
    this.#line.skipCharacters(marker.length)
    return true
  }

  #openItem({ matched, within }: OpenState): boolean {
    const marker = this.#line.match(/[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)/y)
    if (marker === undefined) {
      return false
    }
    if (within === 'paragraph' && !this.#mayInterruptParagraph(marker)) {
      return false
    }
    const markerIndent = this.#line.indent
    const item: Item = { kind: 'item', indent: 0, empty: true }
    this.#startContainer(matched, item)
    item.indent = markerIndent + marker.length + this.#line.takeItemMarker(marker.length)
    return true
  }

  #mayInterruptParagraph(marker: string): boolean {
    const isFirst = !/\d/.test(marker) || /^0*1[.)]$/.test(marker)
    return isFirst && /[^ \t]/.test(this.#line.text.slice(marker.length))
  }

  #openTableRow({ within }: OpenState): boolean {
    const leaf = this.#leaf
    if (within === 'table' && leaf?.kind === 'table') {
      this.#addCells({ from: this.#line.textFrom, to: this.#line.to }, leaf.columns)
      return true
    }
    if (within !== 'paragraph' || leaf?.kind !== 'paragraph' || leaf.notTable) {
      return false
    }
    if (!isDelimiterRow(this.#line.text)) {
      return false
    }
    const header = leaf.lines.at(-1)
    const columns = splitCells(this.#line.text).length
    if (header === undefined || splitCells(this.#source.slice(header.from, header.to)).length !== columns) {
      leaf.notTable = !this.#dialect.retriesTables
      return false
    }
    leaf.lines.pop()
    this.#finishLeaf()
    this.#addCells(header, columns)
    this.#leaf = { kind: 'table', columns }
    return true
  }

  /** Cells beyond the last column are not shown: https://github.github.com/gfm/#example-204 */
  #addCells({ from, to }: Span, columns: number): void {
    for (const [index, cell] of splitCells(this.#source.slice(from, to)).entries()) {
      const span = { from: from + cell.from, to: from + cell.to }
      this.#blocks.push(index < columns ? { kind: 'text', lines: [span] } : { kind: 'never shown', span })
    }
  }

  #addText(matched: number, inLeaf: boolean): void {
    const line = this.#line
    const leaf = this.#leaf
    if (leaf?.kind === 'paragraph' && !line.isBlank) {
      // The paragraph's own line, or a lazy one: https://spec.commonmark.org/0.31.2/#lazy-continuation-line
      leaf.lines.push({ from: line.textFrom, to: line.to })
      return
    }
    if (leaf?.kind === 'html' && inLeaf) {
      this.#addHtmlLine()
      return
    }
    if (inLeaf) {
      if (leaf?.kind === 'fence') {
        leaf.lines.push({ from: line.offset, to: line.to })
      }
      return
    }
    this.#closeContainers(matched)
    if (!line.isBlank) {
      this.#startParagraph()
    }
  }

  #startParagraph(): void {
    if (!this.#line.isBlank) {
      const lines = [{ from: this.#line.textFrom, to: this.#line.to }]
      this.#startLeaf(this.#containers.length, { kind: 'paragraph', lines, notTable: false })
    }
  }

  #addHtmlLine(): void {
    const leaf = this.#leaf
    if (leaf?.kind === 'html') {
      leaf.lines.push({ from: this.#line.offset, to: this.#line.to })
      if (leaf.end?.test(this.#line.text)) {
        this.#leaf = undefined
      }
    }
  }

  #startLeaf(matched: number, leaf: Leaf | undefined): void {
    this.#closeContainers(matched)
    this.#fillItem()
    this.#leaf = leaf
  }

  #startContainer(matched: number, container: Container): void {
    this.#closeContainers(matched)
    this.#fillItem()
    this.#containers.push(container)
  }

  #fillItem(): void {
    const parent = this.#containers.at(-1)
    if (parent?.kind === 'item') {
      parent.empty = false
    }
  }

  #closeContainers(count: number): void {
    this.#finishLeaf()
    for (const container of this.#containers.splice(count)) {
      if (container.kind === 'footnote') {
        const span = { from: container.from, to: Math.max(container.from, this.#previousLineEnd) }
        this.#blocks.push({ kind: 'footnote', label: container.label, span })
      }
    }
  }

  #finishLeaf(): void {
    if (this.#leaf?.kind === 'paragraph' && this.#leaf.lines.length > 0) {
      this.#blocks.push({ kind: 'paragraph', lines: this.#leaf.lines })
    }
    this.#leaf = undefined
  }
}

function closesFence(line: LineCursor, fence: { marker: string; length: number }): boolean {
  const marker = line.match(/(?:`{3,}|~{3,})(?=[ \t]*$)/y)
  return marker?.charAt(0) === fence.marker && marker.length >= fence.length
}
