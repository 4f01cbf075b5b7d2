/**
 * The entries of one version below its heading, `## [1.2.3]` with or without a date.
 * `Unreleased` counts as a version. Empty without such a heading or entries.
 */
export function readChangelogEntries(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## \[)/mu)
  const section = sections.find((text) => text.startsWith(`## [${version}]`))
  return section?.split('\n').slice(1).join('\n').trim() ?? ''
}
