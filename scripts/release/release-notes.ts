import { readChangelogEntries } from './changelog.ts'

/** Every run downloads the archive of a release, so `.gitattributes` leaves out sources and tests. */
const WHERE_SOURCES_ARE =
  'The sources and tests of this release are in the repository, at its tag; the archives here hold only what a runner needs.'

/** The entries of the changelog, and the place of the sources. */
export function writeReleaseNotes(changelog: string, version: string): string {
  return `${readChangelogEntries(changelog, version)}\n\n${WHERE_SOURCES_ARE}`
}
