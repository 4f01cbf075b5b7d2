/** Takes the place of `undici` inside `@actions/github`; Octokit is always given a `fetch` of ours. */
export const fetch = globalThis.fetch
