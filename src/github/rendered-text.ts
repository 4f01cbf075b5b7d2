import { readFields } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { parseForeignText } from './requests.ts'

/**
 * Asks for a text as GitHub renders it.
 * https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
 */
export const RENDERED = { accept: 'application/vnd.github.full+json' }

/** `text` is undefined where there is none. */
export interface RenderedText {
  text: UntrustedText | undefined
}

/**
 * The visible text of a description or of release notes.
 * @returns undefined if GitHub sends only the Markdown source, which may have hidden text
 */
export function parseRenderedText(data: unknown): RenderedText | undefined {
  const { body, body_text: rendered } = readFields(data)
  const text = parseForeignText(rendered)
  return text !== undefined || body === null || body === '' ? { text } : undefined
}
