import semver from 'semver'
import { ActionError, explain, lookPast } from '../../runner/action-error.ts'
import { type EndStatus, findEnd } from '../../service/job.ts'
import { DAY_MS } from '../../text/dates.ts'
import type { Connected, Context } from '../context.ts'
import type { OurComment } from '../conversation.ts'
import { nameRangeKey } from '../marker.ts'
import type { ChangedCommit, Range } from './changes.ts'

/** A commit of a range. */
export interface Commit extends Pick<ChangedCommit, 'sha' | 'subject' | 'author'> {
  /** As GraphQL's `id`. */
  nodeId: string
}

/** A range, and its commits. */
export interface ComparedRange {
  range: Range
  /** Oldest first; without merge commits, whose parents say what they contain. */
  commits: Commit[]
  /** How many older ones aren't listed. */
  unlisted: number
}

const PAGE_SIZE = 100
const MAXIMUM_COMMITS = 500

/**
 * Compares two commits or tags, and lists the newest 500 commits between them.
 * https://docs.github.com/rest/commits/commits#compare-two-commits
 * @returns undefined if GitHub finds no such commit, or the two share nothing
 */
export async function compare(
  { run, github }: Connected,
  range: Range,
): Promise<(ComparedRange & { status: string }) | undefined> {
  const { owner, repo } = run
  const basehead = `${range.from}...${range.to}`
  // The oldest commits come first, a hundred a page.
  const fetchPage = async (page: number) => {
    const { data } = await github.rest.repos.compareCommitsWithBasehead({
      owner,
      repo,
      basehead,
      per_page: PAGE_SIZE,
      page,
    })
    return data
  }
  try {
    const first = await fetchPage(1)
    const last = Math.ceil(first.total_commits / PAGE_SIZE)
    const commits = [...first.commits]
    for (let page = Math.max(2, last - MAXIMUM_COMMITS / PAGE_SIZE); page <= last; page += 1)
      commits.push(...(await fetchPage(page)).commits)
    const listed = [...new Map(commits.map((commit) => [commit.sha, commit])).values()].slice(-MAXIMUM_COMMITS)
    return {
      range,
      status: first.status,
      commits: listed.filter(({ parents }) => parents.length < 2).map(parseCommit),
      unlisted: first.total_commits - listed.length,
    }
  } catch (error) {
    if (error instanceof ActionError && error.status === 404) return undefined
    return explain(`Couldn't read what changed`)(error)
  }
}

function parseCommit(commit: {
  sha: string
  node_id: string
  commit: { message: string }
  author: { login?: string } | null
}): Commit {
  const [subject = ''] = commit.commit.message.split('\n', 1)
  return { sha: commit.sha, nodeId: commit.node_id, subject, author: commit.author?.login ?? '' }
}

/**
 * The previous tag with the same name apart from its version, by semantic versions. Prereleases count only for a
 * prerelease.
 * @returns undefined if the tag has no version, or none came before
 */
export async function findPreviousTag({ run, github }: Connected, tag: string): Promise<string | undefined> {
  const parsed = parseTag(tag)
  if (parsed === undefined) return undefined
  const { owner, repo } = run
  // This list has no pages.
  const { data: found } = await github.rest.git
    .listMatchingRefs({ owner, repo, ref: `tags/${parsed.name}` })
    .catch(explain("Couldn't list the tags"))
  const earlier = found
    .map(({ ref }) => ref.slice('refs/tags/'.length))
    .flatMap((other) => ({ other, version: parseTag(other) }))
    .filter(({ version }) => version?.name === parsed.name && semver.lt(version.version, parsed.version))
    .filter(
      ({ version }) => semver.prerelease(parsed.version) !== null || semver.prerelease(version?.version ?? '') === null,
    )
  // A moving tag such as `v1.2` has the version of `v1.2.0`: the longer one stays where it is.
  earlier.sort(
    (a, b) => semver.rcompare(a.version?.version ?? '', b.version?.version ?? '') || b.other.length - a.other.length,
  )
  return earlier[0]?.other
}

/** `cli@1.1.0` is the version 1.1.0 of `cli@`. */
export function parseTag(tag: string): { name: string; version: string } | undefined {
  const [, name = '', version = '', rest = ''] =
    /^(.*?)(\d+(?:\.\d+){1,2})((?:-[\w.-]+)?(?:\+[\w.-]+)?)$/u.exec(tag) ?? []
  const numbers = version.split('.').map(Number)
  if (version === '') return undefined
  const parsed = semver.parse(`${[...numbers, 0].slice(0, 3).join('.')}${rest}`)
  return parsed === null ? undefined : { name, version: parsed.version }
}

/**
 * Where the range of `since` begins, up to the run's commit: where the newest noted range ends if its job is known to
 * have completed, or else where it begins; without a note, and where the branch no longer has that commit, a number
 * of days ago.
 * @param ours the comments of the conversation that remembers, newest first
 */
export async function compareSince(context: Connected<Context>, ours: readonly OurComment[]): Promise<ComparedRange> {
  const { run, inputs } = context
  const { since = 'last-run' } = inputs
  const noted = since === 'last-run' ? await findNotedRange(context, ours) : undefined
  if (noted !== undefined) {
    const compared = await compare(context, { ...noted, to: run.sha })
    if (compared !== undefined && compared.status !== 'diverged') return compared
  }
  const [ms, text] = since === 'last-run' ? [7 * DAY_MS, '7d'] : [since.ms, since.text]
  const lost =
    noted === undefined
      ? 'No earlier run was found'
      : 'The branch no longer contains the commit where the last run ended'
  const reason =
    since === 'last-run' ? `${lost}, so the range is the last \`${text}\`.` : `The range is the last \`${text}\`.`
  const from = await findCommitBefore(context, context.clock.now() - ms)
  const compared = await compare(context, { from, to: run.sha, reason })
  if (compared === undefined)
    throw new ActionError(`GitHub couldn't find the commits ${from} and ${run.sha}.`, { hint: READ_HINT })
  return compared
}

const READ_HINT = 'Check that the workflow runs on a branch of this repository, and that its job has `contents: read`.'

/** Whether the changes of a job that ended so don't have to be told again. */
const ARE_CHANGES_TOLD: Readonly<Record<EndStatus, boolean>> = { completed: true, archived: true, failed: false }

async function findNotedRange(
  context: Connected<Context>,
  ours: readonly OurComment[],
): Promise<Omit<Range, 'to'> | undefined> {
  const { inputs, service } = context
  const key = nameRangeKey(context)
  const note = ours.find(
    ({ marker }) => marker.key === key && marker.project === inputs.projectId && marker.from && marker.to,
  )
  if (note === undefined) return undefined
  const { from = '', to = '', job } = note.marker
  const known = job === undefined ? undefined : await service.getJob(job).catch(lookPast())
  const end = findEnd(known)
  const isDone = end !== undefined && ARE_CHANGES_TOLD[end]
  return isDone
    ? { from: to, reason: `Starts where the previous report ended: ${note.url}` }
    : {
        from,
        reason: `Couldn't confirm that the previous job completed, so its changes are included again: ${note.url}`,
      }
}

/**
 * The newest commit of the branch before a moment; its first one, if the branch is younger. Only first parents tell: a
 * pull request may bring commits that are older than its merge.
 */
async function findCommitBefore({ run, github }: Connected, ms: number): Promise<string> {
  const { owner, repo, sha } = run
  const since = new Date(ms).toISOString()
  const listed = await github
    .paginate(github.rest.repos.listCommits, { owner, repo, sha, since, per_page: PAGE_SIZE })
    .catch(explain("Couldn't list the commits"))
  const firstParents = new Map(listed.map((commit) => [commit.sha, commit.parents[0]?.sha]))
  let from = sha
  for (let parent = firstParents.get(from); parent !== undefined; parent = firstParents.get(from)) from = parent
  return from
}
