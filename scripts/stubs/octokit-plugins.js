/**
 * Takes the place of two plugins inside `@actions/github`: 180 kB of endpoint methods and of pagination. The requests
 * here name their routes, so that a reader finds them in GitHub's documentation.
 */
export const restEndpointMethods = () => ({})
export const paginateRest = () => ({})
