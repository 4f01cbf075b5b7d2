/**
 * The entries of one version: the text below its heading, `## [1.2.3]` with or without a date, up to the next version.
 * `Unreleased` counts as a version. Empty if there is no such heading, or nothing below it.
 */
export function readChangelogEntries(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## \[)/mu)
  const section = sections.find((text) => text.startsWith(`## [${version}]`))
  return section?.split('\n').slice(1).join('\n').trim() ?? ''
}
