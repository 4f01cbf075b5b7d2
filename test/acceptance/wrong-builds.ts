import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** An action that lacks something, and the row that must notice it. */
export interface WrongBuild {
  name: string
  file: string
  /** Source text, and what is in its place. */
  from: string
  to: string
  row: string
  /** Part of what the row then says. */
  problem: string
}

export const WRONG_BUILDS: readonly WrongBuild[] = [
  {
    name: 'without the claim',
    file: 'src/agent-job/claim/make-claim.ts',
    from: "const isFirst = eyes === 'first' || eyes === 'none'",
    to: "if (claim.nonce) return { kind: 'won', thread: { needless: [], jobs: [], last: [] } }\n  const isFirst = true",
    row: 're-run',
    problem: 'number of jobs',
  },
  {
    name: 'without the gate',
    file: 'src/agent-job/request/permission.ts',
    from: 'isAllowed: RANK[permission] >= RANK[minimum],',
    to: 'isAllowed: RANK[permission] >= RANK[minimum] || true,',
    row: 'comment by a stranger',
    problem: 'outcome',
  },
  {
    name: 'without the last edit',
    file: 'src/agent-job/result/publish.ts',
    from: "if (comment?.current === undefined || end.outcome === 'skipped') return",
    to: "if (comment?.current === undefined || end.outcome !== 'skipped') return",
    row: 'comment on an issue',
    problem: 'first line of the reply',
  },
  {
    name: 'without the reaction',
    file: 'src/agent-job/result/publish.ts',
    from: 'const { reaction } = OUTCOME_RECORDS[outcome]',
    to: "const reaction = undefined as (typeof OUTCOME_RECORDS)[Outcome]['reaction']",
    row: 'comment on an issue',
    problem: 'reactions',
  },
  {
    name: 'that believes everybody',
    file: 'src/our-comments/our-comment.ts',
    from: 'return marked.filter(({ author }) => author === account).sort(compareAge)',
    to: 'return marked.filter(() => account !== undefined).sort(compareAge)',
    row: 'forged marker',
    problem: '/job/forged',
  },
  {
    name: 'without the range',
    file: 'src/agent-job/claim/claim-run.ts',
    from: "...(kind === 'prompt' && range && { range }),",
    to: "...(kind === 'attach' && range && { range }),",
    row: 'since, twice',
    problem: 'number of jobs',
  },
]

const root = resolve(import.meta.dirname, '../..')

/**
 * Builds the action from changed sources, in a temporary copy of the project.
 * @throws Error if the source doesn't have the text once, or doesn't compile
 */
export function buildWrong({ file, from, to }: WrongBuild): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'wrong-build-'))
  const copied = ['src', 'scripts', 'test/world', 'outcomes', 'page-views', '.github', 'dist']
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of ['package.json', 'package-lock.json', 'action.yml', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, path), join(folder, path))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const source = readFileSync(join(folder, file), 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file} doesn't contain this once: ${from}`)
  writeFileSync(
    join(folder, file),
    source.replace(from, () => to),
  )
  execFileSync(process.execPath, [join(folder, 'scripts/build.ts')], { cwd: folder, stdio: 'pipe' })
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
