import type { GitHub } from '../../github/github.ts'
import type { Log } from '../../runner/log.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import { type ComparedRelease, comparePush, compareRelease } from './find-range.ts'
import { type Brought, readRange } from './read-range.ts'

/** What came with the commits that an event is about, and what couldn't be read of it. */
export interface BroughtByEvent {
  /** Absent where the event has no range, or there is nothing to compare with. */
  brought?: Brought
  /** Sentences for people. */
  gaps: readonly string[]
  /** Why a release has no changes, in a sentence. */
  note?: string
}

/** As an event has it; without commits for what was created or deleted. */
export interface PushedCommits {
  branch: UntrustedText | undefined
  isDefaultBranch?: boolean
  before: string | undefined
  after: string | undefined
}

interface Reads {
  github: Pick<GitHub, 'fetchComparison' | 'fetchReleases' | 'fetchAssociatedPullRequests'>
  repository: string
  log: Pick<Log, 'notice' | 'warning'>
  sleep: (ms: number) => Promise<void>
}

/** GitHub may need a moment after a push until it relates its commits to the pull request. */
const PAUSE_MS = 3_000

/**
 * Reads what came with a push, or with a release since the previous one.
 * @throws GitHubError
 */
export async function readEvent(
  { push, release }: { push?: PushedCommits | undefined; release?: ComparedRelease | undefined },
  { github, repository, log, sleep }: Reads,
): Promise<BroughtByEvent> {
  const gaps: string[] = []
  const gap = (title: string, text: string) => {
    gaps.push(`${title}.`)
    log.warning(title, text)
  }
  const notes = { notice: log.notice, gap }
  const compared = release
    ? await compareRelease(release, github, notes)
    : push && (await comparePush(push, github, notes))
  if (compared === undefined) return { gaps }
  if (typeof compared === 'string') return { gaps, note: compared }
  // GitHub names only the pull requests that brought commits to the default branch so late.
  const pause = push?.isDefaultBranch && release === undefined ? () => sleep(PAUSE_MS) : undefined
  const reads = { github, repository, ...(pause && { pause }) }
  return { gaps, brought: await readRange(compared.range, compared.comparison, reads) }
}
