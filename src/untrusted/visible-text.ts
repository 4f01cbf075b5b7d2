import { findHiddenMarkup } from './hidden-text/hidden-markup.ts'
import { removeInvisibleCharacters } from './hidden-text/invisible-characters.ts'
import type { Span } from './hidden-text/placed-text.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from './text.ts'

export interface VisibleText {
  text: UntrustedText
  /** How many pieces were taken out. Zero means that the text is unchanged. */
  removals: number
}

/**
 * Keeps what a reader of the text, as GitHub renders it, can see. What is folded up counts as seen, and so do the
 * addresses of links and pictures, without which they would be of no use.
 *
 * What is left holds nothing that this would take out, also where two visible pieces come together. Of text that
 * still brings up something hidden after many rounds, nothing is kept: nobody writes that by accident.
 *
 * @param text The whole of a comment or a description: what is hidden depends on what is in front of it.
 */
export function keepVisibleText(text: UntrustedText): VisibleText {
  let visible = readUntrustedText(text)
  let removals = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const withoutMarkup = removeSpans(visible, findHiddenMarkup(visible))
    const withoutBoth = removeInvisibleCharacters(withoutMarkup.text)
    const found = withoutMarkup.removals + withoutBoth.removals
    if (found === 0) {
      return { text: untrustedText(visible), removals }
    }
    visible = withoutBoth.text
    removals += found
  }
  return { text: untrustedText(''), removals: removals + 1 }
}

const mostRounds = 16

function removeSpans(text: string, spans: Span[]): { text: string; removals: number } {
  const kept: string[] = []
  let removals = 0
  let at = 0
  for (const { from, to } of spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from)) {
    if (from >= at) {
      kept.push(text.slice(at, from))
      removals += 1
    }
    at = Math.max(at, to)
  }
  kept.push(text.slice(at))
  return { text: kept.join(''), removals }
}
