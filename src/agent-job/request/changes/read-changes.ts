import type { ChangedFile, Changes, ListedRelease } from '../../../github/changes.ts'
import { GitHubError } from '../../../github/errors.ts'
import type { Log } from '../../../runner/log.ts'
import { readUntrustedText, type UntrustedText } from '../../../untrusted/text.ts'
import type { Push, Release, Thread } from '../trigger.ts'

/** What changed by the pull request, push or release that a run is about. */
export interface WhatChanged {
  files: ChangedFile[]
  /** Whether these are all files. */
  isWhole: boolean
  /** First lines of commit messages, oldest first; none for a pull request. */
  commits: UntrustedText[]
  commitCount: number
}

/** What a run is about, as far as something changed in it. */
export interface ChangeSource {
  thread: Thread | undefined
  release: Release | undefined
  push: Push | undefined
}

/**
 * Reads what changed: by a push, by a release since the one before it, or else by a pull request.
 * @returns undefined where there is nothing to compare with; the log says so
 * @throws GitHubError
 */
export async function readChanges(
  { thread, release, push }: ChangeSource,
  github: Changes,
  log: Pick<Log, 'notice' | 'warning'>,
): Promise<WhatChanged | undefined> {
  if (push !== undefined) return await readPush(push, github, log)
  if (release !== undefined) return await readRelease(release, github, log)
  return thread === undefined ? undefined : await readPullRequest(thread, github)
}

const NOTHING_TO_COMPARE = 'There is nothing to compare with'

async function readPullRequest({ number }: Thread, github: Changes): Promise<WhatChanged> {
  return { ...(await github.listChangedFiles(number)), commits: [], commitCount: 0 }
}

async function readPush(
  { before, after }: Push,
  github: Changes,
  log: Pick<Log, 'warning'>,
): Promise<WhatChanged | undefined> {
  if (before === undefined || after === undefined) {
    const what = before === undefined ? 'made' : 'deleted'
    log.warning(NOTHING_TO_COMPARE, `The push ${what} a branch or tag, so what it changed is not known.`)
    return undefined
  }
  try {
    return await compare(before, after, github)
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 404)) throw error
    log.warning(
      NOTHING_TO_COMPARE,
      `The commit before the push is gone, as after a forced push, or the token may not read it. ${error.message}`,
    )
    return undefined
  }
}

async function readRelease(
  release: Release,
  github: Changes,
  log: Pick<Log, 'notice'>,
): Promise<WhatChanged | undefined> {
  const { tag } = release
  const releases = await github.listReleases((found) => findReleaseBefore(release, found) !== undefined)
  const before = findReleaseBefore(release, releases)
  if (before !== undefined && tag !== undefined)
    return await compare(readUntrustedText(before.tag), readUntrustedText(tag), github)
  log.notice(NOTHING_TO_COMPARE, 'There is no published release before this one.')
  return undefined
}

/** The newest published release before `release`; a prerelease only if `release` is one. */
function findReleaseBefore(release: Release, releases: readonly ListedRelease[]): ListedRelease | undefined {
  const publishedAt = release.publishedAt ?? ownTime(release, releases) ?? ''
  const own = release.tag === undefined ? undefined : readUntrustedText(release.tag)
  const previous = releases.filter(
    (each) =>
      !each.isDraft &&
      each.id !== release.id &&
      readUntrustedText(each.tag) !== own &&
      (!each.isPrerelease || release.isPrerelease) &&
      each.publishedAt !== undefined &&
      (publishedAt === '' || each.publishedAt < publishedAt),
  )
  return previous.toSorted((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))[0]
}

function ownTime({ id }: Release, releases: readonly ListedRelease[]): string | undefined {
  return releases.find((each) => each.id === id)?.publishedAt
}

async function compare(base: string, head: string, github: Changes): Promise<WhatChanged> {
  const { files, isWhole, commits, commitCount } = await github.compareCommits(base, head)
  return { files, isWhole, commits: commits.map(({ subject }) => subject), commitCount }
}
