import { type Markdown, markdown } from '../untrusted/markdown.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import type { FoundComment } from './found-comment.ts'

/** What people wrote around our part of a comment. It is put back unchanged. */
export type Surroundings = NonNullable<ReturnType<typeof readSurroundings>>

/** Our part of a comment: from the last such mark before the signed marker, to that marker. */
export function startMark(name: string): Markdown {
  return markdown`<!-- docs-agent-${name}:start -->`
}

/** @returns undefined where the start mark of our part is missing */
export function readSurroundings({ text, below }: FoundComment<unknown>, name: string) {
  if (text === undefined || below === undefined) return undefined
  const before = readUntrustedText(text)
  const start = before.lastIndexOf(startMark(name).toString())
  return start === -1 ? undefined : { above: before.slice(0, start), below: readUntrustedText(below) }
}

/** Whether nobody wrote anything around our part. */
export function isAlone(around: Surroundings | undefined): boolean {
  return around !== undefined && `${around.above}${around.below}`.trim() === ''
}

/** Whether a comment has the start mark, but no marker at its end. */
export function hasStartAlone(body: UntrustedText, name: string): boolean {
  const source = readUntrustedText(body)
  return source.includes(startMark(name).toString()) && !source.includes(`<!-- docs-agent-${name}:v1:`)
}
