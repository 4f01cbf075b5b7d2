import { readChangelogEntries } from './changelog.ts'

/** `.gitattributes` leaves sources and tests out of the archive of a release, because every run downloads it. */
const WHERE_SOURCES_ARE =
  'The sources and tests of this release are in the repository, at its tag; the archives here hold only what a runner needs.'

/** What is published with a release: its part of the changelog, and where its sources are. */
export function writeReleaseNotes(changelog: string, version: string): string {
  return `${readChangelogEntries(changelog, version)}\n\n${WHERE_SOURCES_ARE}`
}
