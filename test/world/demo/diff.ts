import { cutText, type Paint, type Style, span } from './terminal.ts'

export type DiffLineKind = 'hunk' | 'added' | 'removed' | 'kept'

export interface DiffLine {
  kind: DiffLineKind
  /** Line numbers before and after, where the line is there. */
  before: number | undefined
  after: number | undefined
  /** Without the sign. */
  text: string
}

/** Reads the `patch` of a changed file, as GitHub's API gives it. */
export function readPatch(patch: string): DiffLine[] {
  let before = 0
  let after = 0
  return patch.split('\n').map((line): DiffLine => {
    const [found, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? []
    if (found !== undefined) {
      before = Number(oldStart)
      after = Number(newStart)
      return { kind: 'hunk', before: undefined, after: undefined, text: line }
    }
    const text = line.slice(1)
    if (line.startsWith('+')) return { kind: 'added', before: undefined, after: after++, text }
    if (line.startsWith('-')) return { kind: 'removed', before: before++, after: undefined, text }
    return { kind: 'kept', before: before++, after: after++, text }
  })
}

const signs: Record<DiffLineKind, string> = { hunk: '', added: '+ ', removed: '- ', kept: '  ' }
const styles: Record<DiffLineKind, Style> = { hunk: 'cyan', added: 'green', removed: 'red', kept: 'dim' }

/** A changed file for a terminal: its name, then its lines, each cut to `columns`. */
export function drawDiff(
  {
    path,
    additions,
    deletions,
    patch,
  }: { path: string; additions: number; deletions: number; patch: string },
  columns: number,
  paint: Paint,
): string[] {
  const lines = readPatch(patch).map(({ kind, text }) =>
    paint(cutText(span(signs[kind] + text).text, columns), styles[kind]),
  )
  const head = `${paint(span(path).text, 'bold')}  ${paint(`+${additions}`, 'green')} ${paint(`−${deletions}`, 'red')}`
  return [head, ...lines]
}
