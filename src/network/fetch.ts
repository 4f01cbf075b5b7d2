/** The built-in `fetch`, or something that is called the same way. */
export type Fetch = typeof globalThis.fetch

export function createFetch(_environment: NodeJS.ProcessEnv): Fetch {
  return globalThis.fetch
}
