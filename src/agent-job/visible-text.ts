import { type OutsideText, outsideText, readOutsideText } from '../outside-text.ts'

export interface VisibleText {
  text: OutsideText
  /** How many pieces were taken out. Zero means that the text is unchanged. */
  removals: number
}

/** Keeps what a reader of the comment, as GitHub renders it, can see. */
export async function keepVisibleText(text: OutsideText): Promise<VisibleText> {
  let visible = readOutsideText(text)
  let removals = 0
  const remove = (pattern: RegExp) => {
    visible = visible.replace(pattern, () => {
      removals += 1
      return ''
    })
  }
  for (let before = -1; before !== removals; ) {
    before = removals
    remove(/<!--[\s\S]*?(?:--!?>|$)/g)
    remove(/[\u200B\u200C\u2060-\u2064\uFEFF\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu)
  }
  return { text: outsideText(visible), removals }
}
