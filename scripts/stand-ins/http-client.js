/**
 * Takes the place of `@actions/http-client` inside `@actions/core` and `@actions/github`, which load it (and undici,
 * with it 900 KB) at start: the one for OIDC tokens, which no action here asks for, the other to honour
 * proxies, which `src/network/fetch.ts` does for everything.
 */
export class HttpClient {
  getAgent() {}
  getAgentDispatcher() {}
}

export class BearerCredentialHandler {
  constructor() {
    throw new Error('This build has no OIDC client.')
  }
}
