/**
 * Commands of the release workflow for the commit that is checked out. Usage:
 *
 *   node scripts/release.ts check v1.2.3 [default branch]   lists problems, and fails if there are any; also v1.2.3-rc.1
 *   node scripts/release.ts notes v1.2.3                    prints the release notes: the entries of the changelog
 *   node scripts/release.ts sbom v1.2.3 [folder]            prints the packages in `dist`, or in another build
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from './acceptance/client.ts'
import { findAcceptanceProblems } from './release/find-acceptance-problems.ts'
import { findReleaseProblems } from './release/find-release-problems.ts'
import { readReleaseCandidate } from './release/read-release-candidate.ts'
import { writeReleaseNotes } from './release/release-notes.ts'
import { createSbom } from './release/sbom.ts'

const root = resolve(import.meta.dirname, '..')
const [command, tag = '', option] = process.argv.slice(2)
const version = tag.slice(1)
const { GITHUB_API_URL = '', GITHUB_REPOSITORY = '', GITHUB_SHA = '', GH_TOKEN = '' } = process.env
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

if (command === 'check') {
  const problems = [
    ...findReleaseProblems(readReleaseCandidate(tag, root, option ?? 'main')),
    ...(await findProblemsOfAcceptance()),
  ]
  for (const problem of problems) console.error(`- ${problem}`)
  console.log(problems.length === 0 ? `${tag} can be released.` : `${tag} can't be released.`)
  process.exitCode = problems.length === 0 ? 0 : 1
} else if (command === 'notes') {
  console.log(writeReleaseNotes(read('CHANGELOG.md'), version))
} else if (command === 'sbom') {
  const licenses = read(join(option ?? 'dist', 'licenses.txt'))
  console.log(JSON.stringify(createSbom(licenses, JSON.parse(read('package-lock.json')), version), null, 2))
} else {
  console.error('Usage: node scripts/release.ts check|notes|sbom v1.2.3')
  process.exitCode = 1
}

async function findProblemsOfAcceptance(): Promise<string[]> {
  if (GITHUB_REPOSITORY === '')
    return ['The acceptance test was not looked for. Set GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_API_URL and GH_TOKEN.']
  const client = new Client({ apiUrl: GITHUB_API_URL, token: GH_TOKEN })
  return findAcceptanceProblems(client, GITHUB_REPOSITORY, GITHUB_SHA)
}
