/**
 * Takes the place of `@actions/http-client` inside `@actions/core`, which loads it (and undici, with it 900 kB) at
 * start to ask for OIDC tokens; no action here does.
 */
export class HttpClient {}
