/** The login of an account as REST has it; empty for a deleted one. GraphQL leaves out the `[bot]` of an app. */
export function formatLogin(author: { __typename: string; login: string } | null): string {
  if (author?.__typename !== 'Bot') return author?.login ?? ''
  return author.login === 'copilot-swe-agent' ? 'Copilot' : `${author.login}[bot]`
}
