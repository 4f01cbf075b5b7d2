/**
 * Lists what keeps the checked-out commit from being released, with instructions, and fails if there is anything. Usage:
 *
 *   node scripts/release.ts check v1.2.3 [default branch]   also for a candidate, such as v1.2.3-rc.1
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Why the commit in `folder`, a clone with all tags, can't be released as `tag`; empty if it can.
 * @param branch the default branch of the remote `origin`
 */
export function findReleaseProblems(tag: string, folder: string, branch: string): string[] {
  const [name, major] = /^(v\d+)\.\d+\.\d+(?=$|-rc\.\d+$)/u.exec(tag) ?? []
  if (name === undefined || major === undefined) return [`The tag ${tag} doesn't have the form v1.2.3.`]
  return [...findProblemsOfHistory(tag, name, major, folder, branch), ...findProblemsOfFiles(tag, name, folder)]
}

function findProblemsOfHistory(tag: string, name: string, major: string, folder: string, branch: string): string[] {
  const problems: string[] = []
  const isIn = (commit: string, other: string) =>
    spawnSync('git', ['merge-base', '--is-ancestor', commit, other], { cwd: folder }).status === 0
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' })
  const tags = git('tag', '--list', '--sort=version:refname').split('\n')
  if (!isIn('HEAD', `refs/remotes/origin/${branch}`))
    problems.push(`The commit isn't part of origin/${branch}. Merge and push it, then fetch.`)
  const newest = tags.filter((other) => other !== tag && new RegExp(`^${major}\\.\\d+\\.\\d+$`, 'u').test(other)).at(-1)
  if (newest !== undefined && !isLower(newest, name))
    problems.push(`${newest} is released already. Choose a higher version.`)
  if (tags.includes(major) && !isIn(`refs/tags/${major}`, 'HEAD'))
    problems.push(`The commit is older than ${major}, which never moves backwards. Tag a newer commit.`)
  return problems
}

/** By their numbers, not as texts. */
function isLower(tag: string, than: string): boolean {
  return tag.localeCompare(than, 'en', { numeric: true }) < 0
}

function findProblemsOfFiles(tag: string, name: string, folder: string): string[] {
  const version = name.slice(1)
  const problems: string[] = []
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const find = (pattern: string, ...files: string[]) =>
    spawnSync('git', ['grep', '-lP', pattern, '--', ...files], { cwd: folder, encoding: 'utf8' }).stdout.trim()
  const { version: packaged } = JSON.parse(read('package.json'))
  if (packaged !== version) problems.push(`package.json has version ${packaged}. Set it to ${version}.`)
  if (!readEntries(read('CHANGELOG.md'), version))
    problems.push(`CHANGELOG.md has no entries for ${version}. Write them below the heading '## [${version}]'.`)
  if (readEntries(read('CHANGELOG.md'), 'Unreleased'))
    problems.push(`CHANGELOG.md has entries below 'Unreleased'. Move them below '## [${version}]'.`)
  const others = find(`docs-agent-action[^@ ]*@v(?!${version.replaceAll('.', '\\.')}\\b)`, '*.md', 'examples')
  if (others) problems.push(`These pages show another version than ${name} in \`uses:\`:\n${others}`)
  // Nobody pastes from the pages of a candidate.
  const placeholders = find('OWNER/docs-agent-action', '*.md', 'examples', '.github')
  if (placeholders && tag === name)
    problems.push(
      `OWNER is a placeholder in these files. Replace it with the account that hosts the action:\n${placeholders}`,
    )
  return problems
}

/** The text below the heading of a version. */
function readEntries(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## \[)/mu).find((text) => text.startsWith(`## [${version}]`))
  return section?.split('\n').slice(1).join('\n').trim() ?? ''
}

/** GitHub shows the job of acceptance.yml as a check of the commit. Other apps can name their checks as they like. */
async function findProblemsOfAcceptance(): Promise<string[]> {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_SHA, GH_TOKEN } = process.env
  const how = 'Run the workflow `Acceptance` for this commit, as docs/releases.md describes.'
  if (!GITHUB_REPOSITORY) return [`The release workflow looks for the acceptance test. ${how}`]
  const url = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/commits/${GITHUB_SHA}/check-runs?check_name=Acceptance`
  const response = await fetch(url, { headers: { authorization: `Bearer ${GH_TOKEN}` } })
  if (!response.ok) return [`The acceptance test of this commit couldn't be read (${response.status}).`]
  const { check_runs: checks } = (await response.json()) as {
    check_runs: { conclusion: string | null; app: { slug: string } | null }[]
  }
  const own = checks.filter(({ app }) => app?.slug === 'github-actions')
  return own.some(({ conclusion }) => conclusion === 'success') ? [] : [`The acceptance test hasn't passed. ${how}`]
}

if (import.meta.main) {
  const [command, tag = '', branch = 'main'] = process.argv.slice(2)
  if (command !== 'check') throw new Error('Usage: node scripts/release.ts check v1.2.3')
  const root = resolve(import.meta.dirname, '..')
  const problems = [...findReleaseProblems(tag, root, branch), ...(await findProblemsOfAcceptance())]
  for (const problem of problems) console.error(`- ${problem.replaceAll('\n', '\n    ')}`)
  console.log(problems.length === 0 ? `${tag} can be released.` : `${tag} can't be released.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
