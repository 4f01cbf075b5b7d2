import type { Client } from '../acceptance/client.ts'

/** The name of the job in acceptance.yml, which GitHub shows as a check of the commit. */
const CHECK = 'Acceptance'

interface CheckRun {
  status: string
  conclusion: string | null
  app: { slug: string } | null
}

/** Why the result of the acceptance test forbids the release of `commit`, with instructions; empty if it doesn't. */
export async function findAcceptanceProblems(client: Client, repository: string, commit: string): Promise<string[]> {
  const path = `/repos/${repository}/commits/${commit}/check-runs?check_name=${CHECK}&filter=latest`
  const { check_runs: runs } = await client.get<{ check_runs: CheckRun[] }>(path)
  // Other apps can name their checks as they like.
  const own = runs.filter(({ app }) => app?.slug === 'github-actions')
  const how = 'Run the workflow `Acceptance` for this commit, as CONTRIBUTING.md describes.'
  if (own.some(({ conclusion }) => conclusion === 'success')) return []
  const [run] = own
  if (run === undefined) return [`The acceptance test of this commit was not run. ${how}`]
  return [
    `The acceptance test of this commit ended as ${run.conclusion ?? run.status}. Fix it, then merge and test again.`,
  ]
}
