import type { Client } from './client.ts'
import type { Row } from './rows.ts'
import { WORKFLOW } from './workflow.ts'

export interface Plan {
  repository: string
  action: string
  commit: string
  rows: readonly Row[]
  /** The fork of the second account. */
  fork?: string | undefined
  /** The service of a supervised run. */
  service?: string | undefined
}

/** Why nothing is written; an instruction. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
}

/** Reads the sandbox. @throws PlanError if it isn't one, unless `allowOthers` */
export async function checkSandbox(client: Client, { repository, action, commit }: Plan, allowOthers: boolean) {
  const root = `/repos/${repository}`
  const found = await client.find<{ default_branch: string; permissions?: { push?: boolean } }>(root)
  if (found === undefined)
    throw new PlanError(`${repository} isn't visible. Create it, or log in with \`gh auth login\`.`)
  if (found.permissions?.push === false) throw new PlanError(`The account can't write to ${repository}.`)
  if (found.default_branch !== 'main') throw new PlanError(`The default branch of ${repository} must be \`main\`.`)
  if ((await client.find(`/repos/${action}/commits/${commit}`)) === undefined)
    throw new PlanError(`${action} doesn't have the commit ${commit}. Push it first.`)
  const setting = client.find<{ can_approve_pull_request_reviews: boolean }>(`${root}/actions/permissions/workflow`)
  // Only administrators may read it.
  if ((await setting.catch(() => undefined))?.can_approve_pull_request_reviews === false)
    throw new PlanError(
      `In ${repository}, open Settings > Actions > General, and select "Allow GitHub Actions to create and approve ` +
        'pull requests": the agent of the test opens pull requests.',
    )
  const files = await client.find<{ path: string }[]>(`${root}/contents/.github/workflows`)
  const others = (files ?? []).filter(({ path }) => path !== WORKFLOW.path).map(({ path }) => path)
  if (others.length > 0 && !allowOthers)
    throw new PlanError(
      `${repository} has other workflows (${others.join(', ')}), so it may not be a sandbox. ` +
        'Use a repository without workflows, or pass `--other-workflows`.',
    )
}

/** What people read before anything is written. */
export function describePlan({ repository, action, commit, rows, fork, service }: Plan): string {
  const isPlayed = ({ needsStranger }: Row) => needsStranger !== true || fork !== undefined
  const played = rows.filter(isPlayed)
  const left = rows.filter((row) => !isPlayed(row)).map(({ name }) => name)
  const subject = `${action} at ${commit.slice(0, 7)}`
  if (service !== undefined)
    return `One supervised run of ${subject} in ${repository}, with the service at ${service}.

It creates: the workflow ${WORKFLOW.path} and a secret with the API key, both deleted at the end; one issue with one
command, which stay. The agent gets one prompt, and opens one pull request in the documentation repository.
`
  return `${played.length} scenarios for ${subject} in ${repository}, about a minute each.

It creates in ${repository}:
* the workflow ${WORKFLOW.path}, which runs the action with a test service
* issues, pull requests and branches with the name "acceptance", of which one or two are merged into main
* one release and its tag
${fork === undefined ? '' : `* the fork ${fork}, which stays\n`}
At the end it deletes the workflow, files, branches, release and tag, and closes issues and pull requests.
${left.length === 0 ? '' : `\nNot run, because they need a second account (--stranger LOGIN): ${left.join(', ')}.\n`}`
}
