import type { FetchResponse } from '../network/fetch.ts'

/** The body of an error is shown in a sentence or two, so only its beginning is read. */
export const MAXIMUM_ERROR_BYTES = 16 * 1024

/** Reads a body up to `maximumBytes`; of a longer one, what came until then. */
export async function readBody(
  { body }: Pick<FetchResponse, 'body'>,
  maximumBytes: number,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    chunks.push(chunk)
    if (length > maximumBytes) return { bytes: Buffer.concat(chunks, maximumBytes), isWhole: false }
  }
  const [only] = chunks
  return { bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks), isWhole: true }
}

/** Reads the body of an error, as far as it can be read. Without a body, the status has to be enough. */
export async function readErrorBody(response: Pick<FetchResponse, 'body'>, apiKey: string): Promise<string> {
  try {
    const { bytes, isWhole } = await readBody(response, MAXIMUM_ERROR_BYTES)
    const text = new TextDecoder().decode(bytes)
    // Half a key at the end would not be recognized.
    return isWhole ? text : text.slice(0, -apiKey.length)
  } catch {
    return ''
  }
}
