/** Takes the place of `undici` inside `@actions/github`; Octokit is always given the `fetch` of `src/network`. */
export const fetch = globalThis.fetch
