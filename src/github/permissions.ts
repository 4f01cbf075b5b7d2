/** The `permissions:` that a workflow needs in a thread depend on its kind. */
export type ThreadKind = 'issue' | 'pull request'

type WorkflowPermission = `${'issues' | 'pull-requests'}: ${Level}` | 'contents: read' | 'metadata: read'
type Level = 'read' | 'write'

/** Any one of these permissions allows a request. */
export type Permissions = readonly [WorkflowPermission, ...WorkflowPermission[]]

/**
 * The permissions that a token needs in the conversation of an issue or pull request.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps#repository-permissions-for-issues
 */
export function permissionsFor(kind: ThreadKind | undefined, level: Level): Permissions {
  if (kind === undefined) return [`issues: ${level}`, `pull-requests: ${level}`]
  return [kind === 'issue' ? `issues: ${level}` : `pull-requests: ${level}`]
}
