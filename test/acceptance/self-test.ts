import { ROWS, type Row } from '../../scripts/acceptance/rows.ts'
import { runAcceptance } from '../../scripts/acceptance/run.ts'
import { startSandboxWorld } from '../world/sandbox.ts'
import { buildWrong, WRONG_BUILDS } from './wrong-builds.ts'

type SandboxWorld = Awaited<ReturnType<typeof startSandboxWorld>>

/** What a run needs in a world, as fast as the world is. */
export function acceptanceOf({ apiUrl, tokenFor, actionCommit }: SandboxWorld) {
  return {
    apiUrl,
    paceMs: 0,
    pace: { pollMs: 100, runLimitMs: 60_000 },
    repository: 'acme/app',
    action: 'acme/docs',
    commit: actionCommit,
    token: tokenFor('maintainer'),
    strangerToken: tokenFor('stranger'),
    agree: async () => true,
  }
}

/** Plays rows over HTTP as against GitHub, with another build where there is one. */
async function playInWorld(rows: readonly Row[], log: (text: string) => void, actionFolder?: string) {
  await using world = await startSandboxWorld(actionFolder === undefined ? {} : { actionFolder })
  return await runAcceptance({ ...acceptanceOf(world), rows, log })
}

/**
 * All rows pass with this build, and each wrong build makes a row fail.
 * @returns whether it is so
 */
export async function runSelfTest(log: (text: string) => void): Promise<boolean> {
  const right = await playInWorld(ROWS, log)
  let isGood = right?.rows.every(({ state }) => state === 'passed') ?? false
  for (const wrong of WRONG_BUILDS) {
    log(`\nA build ${wrong.name}:`)
    using build = buildWrong(wrong)
    const rows = ROWS.filter(({ name }) => name === wrong.row)
    const result = await playInWorld(rows, log, build.folder)
    const isNoticed = result?.rows[0]?.problems.some((problem) => problem.includes(wrong.problem)) ?? false
    log(isNoticed ? 'It is noticed.' : 'Nobody notices it.')
    isGood &&= isNoticed
  }
  log(isGood ? '\nThe self-test passed.' : '\nThe self-test failed.')
  return isGood
}
