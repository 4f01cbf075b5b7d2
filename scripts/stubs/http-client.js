/**
 * Takes the place of `@actions/http-client`, which is loaded at start, and `undici` with it (900 kB): inside
 * `@actions/core` to ask for OIDC tokens, which no action here does, and inside `@actions/github` to honor proxies, which
 * `src/network` does for everything.
 */
export class HttpClient {
  getAgent() {}
  getAgentDispatcher() {}
}
