import { Client, type ClientOptions } from './client.ts'
import { playRow, type Row } from './rows.ts'
import { type Pace, Sandbox, type Subject, WORKFLOW } from './sandbox.ts'

export interface AcceptanceOptions extends ClientOptions, Subject {
  /** The sandbox. */
  repository: string
  /** The token of a second account, which may not write to the sandbox. */
  strangerToken: string
  rows: readonly Row[]
  pace: Pace
  /** Whether the person who reads the plan wants to start. */
  isAgreed: boolean
  log: (text: string) => void
}

/**
 * Plays the rows in the sandbox, from the plan to the cleanup. What an earlier start left is removed first.
 * @returns what differs from the expectation of each row, by its name; nothing if only the plan is wanted
 * @throws Error with an instruction, before anything is written; and where GitHub refuses something, or starts no run
 */
export async function runAcceptance(options: AcceptanceOptions): Promise<Record<string, string | undefined>> {
  const { repository, rows, log, strangerToken } = options
  const client = new Client(options)
  const sandbox = new Sandbox(client, repository, options.pace)
  const stranger = new Client({ ...options, token: strangerToken })
  await checkSandbox(options, client, stranger)
  log(describePlan(options))
  if (!options.isAgreed) return {}
  const cleanUp = async (when: string) => {
    const removed = Object.entries(await sandbox.cleanUp())
    if (removed.length > 0) log(`${when}: ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`)
  }
  const problems: Record<string, string | undefined> = {}
  await cleanUp('Removed what an earlier start left')
  try {
    await sandbox.setUp(options)
    for (const row of rows) {
      log(`Scenario: ${row.name}`)
      const { url, runUrl, problem } = await playRow(row, sandbox, stranger)
      problems[row.name] = problem
      const end = problem ? `❌ **${row.name}** failed` : `✅ **${row.name}** passed`
      log(`* ${end} · [conversation](${url}) · [run](${runUrl})${problem ? `\n  ${problem}` : ''}`)
    }
  } finally {
    await cleanUp('Cleanup')
  }
  return problems
}

interface Repository {
  private: boolean
  permissions?: { push?: boolean }
}

async function checkSandbox({ repository, action, commit }: AcceptanceOptions, client: Client, stranger: Client) {
  const root = `/repos/${repository}`
  const found = await client.find(root)
  const main = await client.find(`${root}/git/ref/heads/main`)
  const own = await client.find<Repository>(`/repos/${action}`)
  const tested = await client.find(`/repos/${action}/commits/${commit}`)
  // Only administrators can read the settings.
  const actions = await client.find<{ enabled: boolean }>(`${root}/actions/permissions`)
  const tokens = await client.find<Record<string, unknown>>(`${root}/actions/permissions/workflow`)
  const workflows = (await client.find<{ path: string }[]>(`${root}/contents/.github/workflows`)) ?? []
  const others = workflows.map(({ path }) => path).filter((path) => path !== WORKFLOW.path)
  const seen = await stranger.find<Repository>(root)
  const settings = `In ${repository}, open Settings > Actions > General, and`
  const problems: [isThere: boolean, sentence: string][] = [
    [!found, `${repository} isn't visible. Create it, or log in with \`gh auth login\`.`],
    [!main, `${repository} has no branch \`main\`. If it is empty, add a first commit, such as a README.md.`],
    [
      own?.private === true && action !== repository,
      `${action} is private, so the sandbox's token can't check it out. Push the commit to a public copy.`,
    ],
    [!tested, `${action} doesn't have the commit ${commit}. Push it first.`],
    [actions?.enabled === false, `GitHub Actions is off in ${repository}. ${settings} enable it.`],
    [
      tokens?.['can_approve_pull_request_reviews'] === false,
      'The agent of the test opens pull requests. ' +
        `${settings} select "Allow GitHub Actions to create and approve pull requests".`,
    ],
    [others.length > 0, `${repository} has other workflows (${others}). Use a repository without workflows.`],
    [!seen, `The second account can't see ${repository}. Make it public.`],
    [seen?.permissions?.push === true, `The second account can write to ${repository}. Choose another account.`],
  ]
  const [, problem] = problems.find(([isThere]) => isThere) ?? []
  if (problem !== undefined) throw new Error(problem)
}

/** What people read before anything is written. */
function describePlan({ repository, action, commit, rows }: AcceptanceOptions): string {
  const merges = rows.filter((row) => row.merges).length
  return `${rows.length} scenarios for ${action} at ${commit.slice(0, 7)} in ${repository}, about a minute each.

The test opens issues and pull requests, merges ${merges} of them into main, and runs the action with a test service.
At the end, it deletes its workflow, files and branches, and closes its issues and pull requests. What stays: these
closed conversations with their comments, the workflow runs, and the commits in main that merged, added and deleted
files.
`
}
