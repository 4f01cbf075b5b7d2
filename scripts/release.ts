/**
 * What the release workflow asks of the commit that is checked out. Usage:
 *
 *   node scripts/release.ts check v1.2.3 [default branch]   says what keeps it from being released, and fails if anything does
 *   node scripts/release.ts notes v1.2.3                    prints what is published with it: its part of the changelog
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findReleaseProblems } from './release/find-release-problems.ts'
import { readReleaseCandidate } from './release/read-release-candidate.ts'
import { writeReleaseNotes } from './release/release-notes.ts'

const root = resolve(import.meta.dirname, '..')
const [command, tag = '', defaultBranch = 'main'] = process.argv.slice(2)

if (command === 'check') {
  const problems = findReleaseProblems(readReleaseCandidate(tag, root, defaultBranch))
  for (const problem of problems) console.error(`- ${problem}`)
  console.log(problems.length === 0 ? `${tag} can be released.` : `${tag} can't be released.`)
  process.exitCode = problems.length === 0 ? 0 : 1
} else if (command === 'notes') {
  console.log(writeReleaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), tag.slice(1)))
} else {
  console.error('Usage: node scripts/release.ts check|notes v1.2.3')
  process.exitCode = 1
}
