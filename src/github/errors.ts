/** A request to GitHub that did not end as hoped. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError'
  /** What was tried, e.g. `react to comment 12 of acme/app`. */
  readonly operation: string
  /** Undefined when no answer came. */
  readonly status: number | undefined
  /** Refused for now because of a rate limit: certainly not carried out. */
  readonly isRateLimited: boolean
  /** How long GitHub asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** What to do about it. */
  readonly hint: string

  constructor(
    operation: string,
    facts: {
      status?: number | undefined
      isRateLimited?: boolean
      retryAfterMs?: number | undefined
      answer: string
      hint: string
      cause?: unknown
    },
  ) {
    super(`GitHub: ${operation}: ${facts.answer}. ${facts.hint}`, { cause: facts.cause })
    this.operation = operation
    this.status = facts.status
    this.isRateLimited = facts.isRateLimited ?? false
    this.retryAfterMs = facts.retryAfterMs
    this.hint = facts.hint
  }
}

/** A permission as a workflow's `permissions:` block spells it. */
export type WorkflowPermission =
  | 'issues: write'
  | 'pull-requests: write'
  | 'issues: read'
  | 'pull-requests: read'
  | 'metadata: read'

/**
 * What to do about `status`, where `permission` is what the operation needs. A missing permission is the first
 * thing to think of: GitHub answers 403 to a token that lacks it, and 404 where it hides that there is anything.
 */
export function hintFor(status: number | undefined, permission: WorkflowPermission): string {
  if (status === undefined)
    return 'Look at https://www.githubstatus.com, and at proxy and network of the runner.'
  if (status === 401) return 'The token in `github-token` is wrong or has expired.'
  // A workflow's `permissions:` know no such line: its own token may always read that.
  if (permission === 'metadata: read' && (status === 403 || status === 404))
    return 'The token in `github-token` has to see this repository and who may what in it.'
  if (status === 403)
    return `The token may lack a permission: add to the job, under \`permissions:\`, the line \`${permission}\`. A locked conversation answers the same.`
  if (status === 404)
    return `It is gone, or the token can't see it: add to the job, under \`permissions:\`, the line \`${permission}\`.`
  if (status === 410) return 'It was deleted, or issues are turned off in this repository.'
  if (status === 422) return 'GitHub took the request for invalid or for spam; try again later.'
  if (status === 429) return 'This token has asked too often; try again later.'
  if (status >= 500) return 'GitHub has trouble: look at https://www.githubstatus.com and try again later.'
  return 'This is not an answer that the GitHub documentation gives for this request; is GITHUB_API_URL right?'
}
