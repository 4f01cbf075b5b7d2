/**
 * Takes the place of `@actions/http-client` inside `@actions/core`, which loads it at start, and `undici` with it (900 kB),
 * to ask for OIDC tokens. No action here does.
 */
export class HttpClient {}
