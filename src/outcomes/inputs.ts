import { readSecret, readText, refuseInput } from '../runner/inputs.ts'
import type { WorkflowRun } from '../runner/workflow-run.ts'
import { type Period, parsePeriod } from '../text/period.ts'
import { shorten, toOneLine } from '../text/plain-text.ts'

export interface Inputs {
  githubToken: string
  owner: string
  /** Name of the documentation repository, without its owner. */
  repo: string
  /** Qualifiers of GitHub's search, which select the agent's pull requests. */
  query: string
  period: Period
  /** Names the site in the report. */
  title: string
}

/** The agent is a GitHub App. */
export const DEFAULT_QUERY = 'author:app/mintlify'
const MAXIMUM_DAYS = 365

/**
 * Reads the inputs of `outcomes/action.yml`.
 * @param nowMs milliseconds since 1970
 * @throws ActionError if one is invalid
 */
export function readInputs(run: WorkflowRun, nowMs: number): Inputs {
  const githubToken = readSecret('github-token')
  if (githubToken === '') throw refuseInput('github-token', '', 'Leave out the input, or set it to a token.')
  const { owner, repo } = readRepository(`${run.owner}/${run.repo}`)
  return {
    githubToken,
    owner,
    repo,
    query: readQuery(),
    period: readPeriod(nowMs),
    title: shorten(toOneLine(readText('report-title')), 100) || `${owner}/${repo}`,
  }
}

function readRepository(own: string): Pick<Inputs, 'owner' | 'repo'> {
  const value = readText('repository', own)
  const [, owner, repo] = /^([\w-]+)\/(?!\.{1,2}$)([\w.-]+)$/u.exec(value) ?? []
  if (owner !== undefined && repo !== undefined) return { owner, repo }
  throw refuseInput('repository', value, 'Write the owner and the name, such as `acme/docs`.')
}

function readQuery(): string {
  const query = toOneLine(readText('query', DEFAULT_QUERY))
  if (query.length <= 1000 && isClosed(query)) return query
  throw refuseInput(
    'query',
    query,
    "Write qualifiers of GitHub's search in up to 1,000 characters, and close every parenthesis and quotation mark.",
  )
}

/** Whether a query stays in the parentheses that it is put into. */
function isClosed(query: string): boolean {
  const open = query.replaceAll(/"[^"]*"/gu, '')
  let depth = 0
  for (const bracket of open.replaceAll(/[^()]/gu, '')) {
    depth += bracket === '(' ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0 && !open.includes('"')
}

function readPeriod(nowMs: number): Period {
  const value = readText('period', '28d')
  const period = parsePeriod(value, nowMs, MAXIMUM_DAYS)
  if (period !== undefined) return period
  throw refuseInput('period', value, `Write \`1d\` to \`${MAXIMUM_DAYS}d\`, \`last-week\` or \`last-month\`.`)
}
