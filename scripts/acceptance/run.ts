import { Client, type ClientOptions } from './client.ts'
import { playRow, type Row } from './rows.ts'
import { KEY_SECRET, NoRunError, type Pace, Sandbox, type Subject, WORKFLOW } from './sandbox.ts'

export interface AcceptanceOptions extends Pick<ClientOptions, 'apiUrl' | 'token' | 'paceMs'>, Subject {
  /** The sandbox. */
  repository: string
  /** The token of a second account, which may not write to the sandbox. */
  strangerToken?: string | undefined
  rows: readonly Row[]
  pace: Pace
  /** Asks the person who has read the plan. */
  agree: (plan: string) => Promise<boolean>
  log: (text: string) => void
}

export interface RowResult {
  name: string
  state: 'passed' | 'failed' | 'not run'
  /** A sentence each. */
  problems: string[]
  /** The conversation, and the workflow run. */
  url?: string
  runUrl?: string
}

/**
 * Plays the rows in the sandbox, from the plan to the cleanup. What an earlier start left is removed first.
 * @returns undefined if the person doesn't agree
 * @throws Error with an instruction, before anything is written
 */
export async function runAcceptance(options: AcceptanceOptions): Promise<RowResult[] | undefined> {
  const { repository, rows, log, strangerToken } = options
  const client = new Client(options)
  const sandbox = new Sandbox(client, repository, options.pace)
  const stranger = strangerToken === undefined ? undefined : new Client({ ...options, token: strangerToken })
  await checkSandbox(client, options)
  if (stranger !== undefined) await checkStranger(stranger, repository)
  if (!(await options.agree(describePlan(options)))) return undefined
  const cleanUp = async (when: string) => {
    const removed = Object.entries(await sandbox.cleanUp())
    if (removed.length > 0) log(`${when}: ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`)
  }
  const results: RowResult[] = []
  await cleanUp('Removed what an earlier start left')
  try {
    await sandbox.setUp(options)
    let obstacle: string | undefined
    for (const row of rows) {
      const reason = row.needsStranger && !stranger ? 'It needs STRANGER_TOKEN.' : obstacle
      const { isLast, ...result }: Tried = reason
        ? { state: 'not run', problems: [reason] }
        : await tryRow(row, sandbox, stranger)
      if (isLast) obstacle = 'No workflow run was started for an earlier scenario.'
      results.push({ name: row.name, ...result })
      log(formatResult({ name: row.name, ...result }))
    }
  } finally {
    if (options.service) await client.change('DELETE', `/repos/${repository}/actions/secrets/${KEY_SECRET}`)
    await cleanUp('Cleanup')
  }
  return results
}

/** An error is a problem of its row, and the end of the others if GitHub starts no runs. */
async function tryRow(row: Row, sandbox: Sandbox, stranger?: Client): Promise<Tried> {
  try {
    const played = await playRow(row, sandbox, stranger)
    return { ...played, state: played.problems.length === 0 ? 'passed' : 'failed' }
  } catch (error) {
    return { state: 'failed', problems: [String(error)], isLast: error instanceof NoRunError }
  }
}

type Tried = Omit<RowResult, 'name'> & { isLast?: boolean }

/** One line of the list of results, in Markdown, and its problems: for the terminal, and for the job summary of CI. */
export function formatResult({ name, state, problems, url, runUrl }: RowResult): string {
  const links = [url && ` · [conversation](${url})`, runUrl && ` · [run](${runUrl})`].filter(Boolean)
  return [`* ${SIGNS[state]} **${name}** ${state}${links.join('')}`, ...problems].join('\n  ')
}

const SIGNS = { passed: '✅', failed: '❌', 'not run': '⏭️' } as const

interface Repository {
  default_branch: string
  private: boolean
  permissions?: { push?: boolean }
}

async function checkSandbox(client: Client, { repository, action, commit }: AcceptanceOptions) {
  const root = `/repos/${repository}`
  const found = await client.find<Repository>(root)
  if (found === undefined) throw new Error(`${repository} isn't visible. Create it, or log in with \`gh auth login\`.`)
  if (found.permissions?.push === false) throw new Error(`The account can't write to ${repository}.`)
  if (found.default_branch !== 'main') throw new Error(`The default branch of ${repository} must be \`main\`.`)
  if ((await client.find(`${root}/git/ref/heads/main`)) === undefined)
    throw new Error(`${repository} is empty. Add a first commit, such as a README.md.`)
  const own = await client.find<Repository>(`/repos/${action}`)
  if (own?.private && action !== repository)
    throw new Error(
      `${action} is private, so the sandbox's token can't check it out. Push the commit to a public copy.`,
    )
  if ((await client.find(`/repos/${action}/commits/${commit}`)) === undefined)
    throw new Error(`${action} doesn't have the commit ${commit}. Push it first.`)
  // Only administrators can read the settings.
  const actions = await client.find<{ enabled: boolean }>(`${root}/actions/permissions`)
  if (actions?.enabled === false)
    throw new Error(`GitHub Actions is off in ${repository}. Enable it in Settings > Actions > General.`)
  const setting = await client.find<Record<string, unknown>>(`${root}/actions/permissions/workflow`)
  if (setting?.['can_approve_pull_request_reviews'] === false)
    throw new Error(
      `In ${repository}, open Settings > Actions > General, and select "Allow GitHub Actions to create and approve ` +
        'pull requests": the agent of the test opens pull requests.',
    )
  const files = await client.find<{ path: string }[]>(`${root}/contents/.github/workflows`)
  const others = (files ?? []).filter(({ path }) => path !== WORKFLOW.path).map(({ path }) => path)
  if (others.length > 0)
    throw new Error(`${repository} has other workflows (${others.join(', ')}). Use a repository without workflows.`)
}

async function checkStranger(client: Client, repository: string): Promise<void> {
  const found = await client.find<Repository>(`/repos/${repository}`)
  if (found === undefined) throw new Error(`The second account can't see ${repository}. Make it public.`)
  if (found.permissions?.push === true)
    throw new Error(`The second account can write to ${repository}. Choose another account.`)
}

/** What people read before anything is written. */
function describePlan({ repository, action, commit, rows, service, strangerToken }: AcceptanceOptions): string {
  const subject = `${action} at ${commit.slice(0, 7)} in ${repository}`
  if (service !== undefined)
    return `One supervised run of ${subject}, with the service at ${service.url}.

The agent gets one prompt, and can open one pull request in the documentation repository. The test deletes its workflow
and the secret ${KEY_SECRET}. A closed issue, its comments and the workflow run stay.
`
  const left = rows.filter(({ needsStranger }) => needsStranger && strangerToken === undefined)
  const merges = rows.filter((row) => row.merges && !left.includes(row)).length
  return `${rows.length - left.length} scenarios for ${subject}, about a minute each.

The test opens issues and pull requests, merges ${merges} of them into main, and runs the action with a test service. At the end, it
deletes its workflow, files and branches, and closes its issues and pull requests. What stays: these closed conversations with
their comments, the workflow runs, and the commits in main that merged, added and deleted files.
${left.map(({ name }) => `\nNot run, because it needs STRANGER_TOKEN: ${name}.\n`).join('')}`
}
