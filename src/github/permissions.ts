/** The `permissions:` that a workflow needs in a thread depend on its kind. */
export type ThreadKind = 'issue' | 'pull request'

type WorkflowPermission = `${'issues' | 'pull-requests'}: ${Level}` | 'contents: read' | 'metadata: read'
type Level = 'read' | 'write'

/** Any one of these permissions allows a request. */
export type Permissions = readonly [WorkflowPermission, ...WorkflowPermission[]]

/**
 * The permissions that a token needs in the conversation of an issue or pull request.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps#repository-permissions-for-issues
 * @param kind undefined if it isn't known yet
 */
export function permissionsFor(kind: ThreadKind | undefined, level: Level): Permissions {
  if (kind === undefined) return [`issues: ${level}`, `pull-requests: ${level}`]
  return [kind === 'issue' ? `issues: ${level}` : `pull-requests: ${level}`]
}

/**
 * Instructions to grant a permission.
 * @param expected permissions for the request, known so far
 * @param accepted the header `x-accepted-github-permissions`, such as `issues=write; pull_requests=write`: a semicolon
 * means "or", a comma means "and"
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#insufficient-permissions
 */
export function describePermissions(expected: Permissions, accepted: string): string {
  const sets = readAccepted(accepted)
  const isKnown = sets.some((set) => set.length === 1 && expected.some((each) => includes(each, set[0] ?? '')))
  if (sets.length > 0 && !isKnown) return sets.map(describeSet).join(', or ')
  const [first, second] = expected
  if (second === undefined) return describeSet([first])
  return `${describeSet([first])} (on a pull request: \`${second}\`)`
}

/** `issues: write` includes `issues: read`. */
function includes(granted: WorkflowPermission, asked: string): boolean {
  return granted === asked || granted === asked.replace(/: read$/u, ': write')
}

/** Sets of permissions, as a workflow spells them. Other text may come from a proxy, and is ignored. */
function readAccepted(header: string): string[][] {
  return header
    .split(';')
    .map((set) => set.split(',').map((each) => each.trim()))
    .filter((set) => set.every((each) => /^[a-z_]{1,40}=(?:read|write|admin)$/u.test(each)))
    .map((set) => set.map((each) => each.replaceAll('_', '-').replace('=', ': ')))
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#permissions */
const WORKFLOW_SCOPES: ReadonlySet<string> = new Set([
  ...['actions', 'attestations', 'checks', 'contents', 'deployments', 'discussions', 'issues', 'models'],
  ...['packages', 'pages', 'pull-requests', 'repository-projects', 'security-events', 'statuses'],
])

function describeSet(set: readonly string[]): string {
  const names = set.map((each) => `\`${each}\``).join(' and ')
  const isForWorkflows = set.every((each) => WORKFLOW_SCOPES.has(each.split(':')[0] ?? ''))
  if (!isForWorkflows) return `give the token in \`github-token\` the permission ${names}`
  return `add to the job, under \`permissions:\`, the ${set.length === 1 ? 'line' : 'lines'} ${names}`
}
