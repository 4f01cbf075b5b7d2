import { readChangelogEntries } from './changelog.ts'

/** The facts of a commit before its release. */
export interface ReleaseCandidate {
  /** The tag of the release, such as `v1.2.3`, or of a candidate, such as `v1.2.3-rc.1`. */
  tag: string
  /** `version` of package.json. */
  packageVersion: string
  changelog: string
  /** All tags of the repository. They may include `tag`. */
  tags: string[]
  isOnDefaultBranch: boolean
  /** Whether the commit contains the current commit of its major version's tag; true if there is no such tag yet. */
  containsMajorTag: boolean
  /** Files with `OWNER` instead of an account. */
  filesWithPlaceholder: string[]
  /** Pages that show a version in `uses:` that isn't the one of package.json. */
  pagesWithOtherVersion: string[]
}

/** The reasons why `candidate` can't be released, with instructions; empty if it can. */
export function findReleaseProblems(candidate: ReleaseCandidate): string[] {
  const tag = candidate.tag.replace(/-rc\.\d+$/u, '')
  const version = parseVersion(tag)
  if (version === undefined) return [`The tag ${candidate.tag} doesn't have the form v1.2.3.`]
  // Nobody pastes from the pages of a candidate.
  const filesWithPlaceholder = tag === candidate.tag ? candidate.filesWithPlaceholder : []
  const problems = findProblemsOfFiles({ ...candidate, filesWithPlaceholder }, tag.slice(1))
  return [...findProblemsOfHistory(candidate, version), ...problems]
}

/** The tag of the major version that a release belongs to: `v1` for `v1.2.3`. */
export function toMajorTag(tag: string): string {
  return tag.split('.')[0] ?? tag
}

type Version = readonly [major: number, minor: number, patch: number]

function findProblemsOfHistory(candidate: ReleaseCandidate, version: Version): string[] {
  const { tag, tags, isOnDefaultBranch, containsMajorTag } = candidate
  const problems: string[] = []
  if (!isOnDefaultBranch) problems.push(`${tag} is not a commit of the default branch. Merge it, then tag it.`)
  const later = tags.find((other) => other !== tag && isSameMajorAndNotLower(parseVersion(other), version))
  if (later !== undefined) problems.push(`${later} is released already. Choose a higher version than that.`)
  if (!containsMajorTag)
    problems.push(
      `${tag} is older than the commit of ${toMajorTag(tag)}, which never moves backwards. Tag a newer commit.`,
    )
  return problems
}

function findProblemsOfFiles(candidate: ReleaseCandidate, version: string): string[] {
  const { packageVersion, changelog, filesWithPlaceholder, pagesWithOtherVersion } = candidate
  const problems: string[] = []
  if (packageVersion !== version) problems.push(`package.json has version ${packageVersion}. Set it to ${version}.`)
  if (readChangelogEntries(changelog, version) === '')
    problems.push(`CHANGELOG.md has no entry for ${version}. Write it below the heading '## [${version}]'.`)
  if (readChangelogEntries(changelog, 'Unreleased') !== '')
    problems.push(`CHANGELOG.md has entries below 'Unreleased'. Move them below '## [${version}]'.`)
  if (filesWithPlaceholder.length > 0)
    problems.push(`OWNER is a placeholder in ${filesWithPlaceholder.join(', ')}. Replace it with the account's name.`)
  if (pagesWithOtherVersion.length > 0)
    problems.push(`${pagesWithOtherVersion.join(', ')} show another version in \`uses:\`. Set it to v${version}.`)
  return problems
}

function parseVersion(tag: string): Version | undefined {
  const [, major, minor, patch] = /^v(\d+)\.(\d+)\.(\d+)$/u.exec(tag) ?? []
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

function isSameMajorAndNotLower(one: Version | undefined, other: Version): boolean {
  if (one === undefined || one[0] !== other[0]) return false
  return one[1] === other[1] ? one[2] >= other[2] : one[1] > other[1]
}
