import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GET_STARTED } from './run-recipe.ts'

// What people paste into a shell: the README's block, on a pseudo-terminal, and those of recipes. Git is the real one, and
// `gh` a stand-in.

const [, BLOCK = ''] = /^```sh\n(\(\n[\s\S]*?)^```$/m.exec(readFileSync('README.md', 'utf8')) ?? []
const WORKFLOW = '.github/workflows/docs-agent.yml'

/** Without the settings of the person who runs the test. */
const SHELLS = { sh: 'sh -i', dash: 'dash -i', bash: 'bash --norc --noprofile -i', zsh: 'zsh -f -i' }

/** Asks on the terminal, as the real one does, and writes down what it was asked to do. */
const GH = `#!/bin/sh
echo "gh $*" >> "$HOME/gh.log"
test "$2" != clone || git clone --quiet "$HOME/\${3#acme/}" "$4" || exit
test "$1" != api || echo 0123456789012345678901234567890123456789
test "$2" != set || { printf "value? "; read -r value && echo "$value" >> "$HOME/gh.log"; }
test "$1" != "$FAILS"
`

const SECRETS = ['gh secret set DOCS_API_KEY', 'mint_1', 'gh variable set DOCS_PROJECT_ID', 'acme']
const OPENED = [...SECRETS, 'gh pr create --fill --web']

/** The shells of this machine. The `script` of util-linux gives them a terminal. */
const shells = Object.entries(SHELLS).filter(([name]) => process.platform === 'linux' && has('script') && has(name))

function has(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)))
}

/** A clone with a remote, in a folder of its own. */
function createClone() {
  const home = mkdtempSync(join(tmpdir(), 'paste-'))
  for (const folder of ['bin', 'tmp']) mkdirSync(join(home, folder))
  writeFileSync(join(home, 'bin/gh'), GH, { mode: 0o755 })
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    TERM: 'xterm',
    PS1: 'ready> ',
    ...{ GIT_AUTHOR_NAME: 'ada', GIT_AUTHOR_EMAIL: 'ada', GIT_COMMITTER_NAME: 'ada', GIT_COMMITTER_EMAIL: 'ada' },
  }
  const app = join(home, 'app')
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: existsSync(app) ? app : home, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  const commit = (path: string, text: string) => {
    write(path, text)
    git('add', path)
    git('commit', '--quiet', '--message', path, '--', path)
  }
  git('init', '--quiet', '--bare', '--initial-branch=trunk', 'origin')
  git('clone', '--quiet', 'origin', 'app')
  commit('guides/start.md', 'Start here.\n')
  git('push', '--quiet', 'origin', 'trunk')
  return { home, app, env, git, write, commit, [Symbol.dispose]: () => rmSync(home, { recursive: true }) }
}

type Clone = ReturnType<typeof createClone>

/** Pastes the block, and types what `gh` asks for. Returns the exit code. */
async function paste({ app, env }: Clone, command: string, { subfolder = '.', fails = 'none' } = {}): Promise<number> {
  const surroundings = { cwd: join(app, subfolder), env: { ...env, FAILS: fails } }
  const shell = spawn('script', ['-qec', command, '/dev/null'], surroundings)
  const typed: [after: string, text: () => string][] = [
    ['ready> ', () => (shown.includes('\u001B[?2004h') ? `\u001B[200~${BLOCK}\u001B[201~\n` : BLOCK)],
    ['value? ', () => 'mint_1\n'],
    ['value? ', () => 'acme\n'],
    ['ready> ', () => 'echo "ended with $?"\n'],
    ['ready> ', () => 'exit\n'],
  ]
  let [shown, seen] = ['', 0]
  for await (const part of shell.stdout) {
    shown += part
    for (let at = 0; typed[0] !== undefined && at >= 0; ) {
      const [after, text] = typed[0]
      at = shown.indexOf(after, seen)
      if (at < 0) continue
      seen = at + after.length
      typed.shift()
      // Enter is a carriage return.
      shell.stdin.write(text().replaceAll('\n', '\r'))
    }
  }
  return Number(/ended with (\d+)/.exec(shown)?.[1] ?? expect.fail(shown))
}

const readLog = ({ home }: Clone) => readFileSync(join(home, 'gh.log'), 'utf8').trim().split('\n')

/** The checkout and the branches, which must stay as they are. */
function readState({ git }: Clone): string {
  const branches = git('for-each-ref', 'refs/heads').split('\n')
  const theirs = branches.filter((line) => !line.includes('refs/heads/docs-agent-'))
  return [git('status', '--porcelain', '--branch'), ...theirs].join('\n')
}

describe.each(shells)('the block of the README in %s', (_, command) => {
  test('the pull request has the workflow alone, whatever the clone is like', async () => {
    using clone = createClone()
    const { git, write, commit } = clone
    commit('.github/workflows/docs.yml', 'name: Deploy the docs\n')
    git('branch', 'docs-agent')
    git('switch', '--quiet', '--create', 'feature')
    commit('src/feature.ts', 'export {}\n')
    write('wip.txt', 'Not yet.\n')
    git('add', 'wip.txt')
    write('guides/start.md', 'Changed.\n')
    const before = readState(clone)

    expect(await paste(clone, command, { subfolder: 'guides' })).toBe(0)

    expect(readLog(clone)).toEqual(OPENED)
    expect(readState(clone)).toBe(before)
    expectPushed(clone, 1)
  })

  test('wherever a step fails, it can be pasted again', async () => {
    using clone = createClone()
    const hook = join(clone.home, 'origin/hooks/pre-receive')
    for (const [fails, pushed] of [
      ['variable', 0],
      ['push', 0],
      ['pr', 1],
    ] as const) {
      if (fails === 'push') writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      expect(await paste(clone, command, { fails }), fails).toBe(1)
      expectPushed(clone, pushed)
      rmSync(hook, { force: true })
    }

    expect(await paste(clone, command)).toBe(0)
    expect(readLog(clone).slice(-OPENED.length)).toEqual(OPENED)
    expectPushed(clone, 2)
  })

  test('a workflow that is there already is not overwritten', async () => {
    using clone = createClone()
    clone.commit(WORKFLOW, 'name: Ours\n')
    clone.git('push', '--quiet', 'origin', 'trunk')

    expect(await paste(clone, command)).not.toBe(0)

    expect(readLog(clone)).toEqual(SECRETS)
    expectPushed(clone, 0)
  })
})

/** Each branch on the remote must have one commit on the default branch, and nothing may be left of the work. */
function expectPushed({ home, git }: Clone, count: number): void {
  const branches = git('ls-remote', 'origin', 'docs-agent-*').match(/refs\S+/g) ?? []
  expect(branches).toHaveLength(count)
  for (const branch of branches) {
    git('fetch', '--quiet', 'origin', branch)
    expect(git('diff', '--name-status', 'origin/trunk', 'FETCH_HEAD')).toBe(`A\t${WORKFLOW}`)
    expect(`${git('show', `FETCH_HEAD:${WORKFLOW}`)}\n`).toBe(GET_STARTED)
  }
  expect([git('worktree', 'list').split('\n').length, readdirSync(join(home, 'tmp'))]).toEqual([1, []])
}

const readBlocks = (heading: string) => {
  const [, section = ''] = readFileSync('docs/recipes/organizations.md', 'utf8').split(`## ${heading}\n`)
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(
    ([, , block = '']) => block,
  )
}

test.each(Object.keys(SHELLS).filter(has))(
  'roll out: one fails, and the others get their pull requests, by %s',
  (shell) => {
    using clone = createClone()
    const { home, env, git } = clone
    const work = join(home, 'work')
    mkdirSync(work)
    writeFileSync(join(work, 'repositories.txt'), 'missing\norigin\n')
    writeFileSync(join(work, 'docs-agent.yml'), GET_STARTED)

    const [block = ''] = readBlocks('Roll out to many repositories')
    const printed = execFileSync(shell, ['-c', block], { cwd: work, env, stdio: ['ignore', 'pipe', 'ignore'] })

    expect(printed.toString()).toBe('Failed: missing\n')
    expect(readLog(clone).filter((line) => line.startsWith('gh pr'))).toEqual(['gh pr create --fill'])
    git('fetch', '--quiet', 'origin', 'docs-agent')
    expect(git('diff', '--name-status', 'origin/trunk', 'FETCH_HEAD')).toBe(`A\t${WORKFLOW}`)
  },
)

test('pinning: the tag becomes the SHA of its commit, in every workflow', () => {
  using clone = createClone()
  const { app, env, write } = clone
  const uses = (reference: string) => `      - uses: acme/docs-agent-action/page-views@${reference}\n`
  write(WORKFLOW, uses('v1.0.0'))
  write('.github/workflows/other.yml', '      - uses: actions/checkout@v1.0.0\n')

  const [block = ''] = readBlocks('Release SHA for pinning')
  execFileSync('sh', ['-c', block], { cwd: app, env })

  const read = (path: string) => readFileSync(join(app, path), 'utf8')
  expect(read(WORKFLOW)).toBe(uses('0123456789012345678901234567890123456789 # v1.0.0'))
  expect(read('.github/workflows/other.yml')).toContain('checkout@v1.0.0\n')
  expect(readdirSync(join(app, '.github/workflows')).toSorted()).toEqual(['docs-agent.yml', 'other.yml'])
})
