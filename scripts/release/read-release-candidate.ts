import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReleaseCandidate, toMajorTag } from './find-release-problems.ts'

/** The placeholder that is replaced before the first release. */
const PLACEHOLDER = { text: 'OWNER/docs-agent-action', files: ['*.md', '.github'] }

/**
 * Reads the facts of the commit that is checked out in `folder`, to be released as `tag`. `defaultBranch` is a
 * branch of the remote `origin`. Needs the whole history.
 * @throws if `folder` isn't a clone with that branch.
 */
export function readReleaseCandidate(tag: string, folder: string, defaultBranch: string): ReleaseCandidate {
  const tags = git(folder, 'tag', '--list').split('\n')
  const majorTag = toMajorTag(tag)
  const packageVersion: string = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  const otherVersion = `docs-agent-action[^@ ]*@v(?!${packageVersion.replaceAll('.', '\\.')}\\b)`
  return {
    tag,
    packageVersion,
    changelog: readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'),
    tags,
    isOnDefaultBranch: isAncestor(folder, 'HEAD', `refs/remotes/origin/${defaultBranch}`),
    containsMajorTag: !tags.includes(majorTag) || isAncestor(folder, `refs/tags/${majorTag}`, 'HEAD'),
    filesWithPlaceholder: findFiles(folder, PLACEHOLDER.text, PLACEHOLDER.files),
    pagesWithOtherVersion: findFiles(folder, otherVersion, ['*.md']),
  }
}

/** The committed files among `files` in which something matches `pattern`. */
function findFiles(folder: string, pattern: string, files: string[]): string[] {
  const { stdout } = spawnSync('git', ['grep', '-lP', pattern, '--', ...files], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((path) => path !== '')
}

function isAncestor(folder: string, ancestor: string, commit: string): boolean {
  const { status, stderr } = spawnSync('git', ['merge-base', '--is-ancestor', ancestor, commit], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status === 0 || status === 1) return status === 0
  throw new Error(`git can't compare ${ancestor} with ${commit}: ${stderr.trim()}`)
}

function git(folder: string, ...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' }).trim()
}
