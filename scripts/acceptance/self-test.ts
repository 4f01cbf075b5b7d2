import { startSandboxWorld } from '../../test/world/sandbox.ts'
import { ROWS } from './rows.ts'
import { runAcceptance } from './run.ts'
import { buildWrong, WRONG_BUILDS } from './wrong-builds.ts'

/** As fast as the test world is. */
const PACE = { pollMs: 100, runLimitMs: 60_000 }

/**
 * Plays rows against the test world, over HTTP as against GitHub.
 * @param actionFolder with another build of the action
 */
export async function playInWorld(
  names: (name: string) => boolean,
  log: (text: string) => void,
  actionFolder?: string,
) {
  await using world = await startSandboxWorld({ ...(actionFolder !== undefined && { actionFolder }) })
  return await runAcceptance({
    ...{ apiUrl: world.apiUrl, paceMs: 0, pace: PACE },
    token: world.tokenFor('maintainer'),
    strangerToken: world.tokenFor('stranger'),
    ...{
      repository: 'acme/app',
      action: 'acme/docs',
      commit: world.github.hub.repositories[1]?.git.tipOf('main') ?? '',
    },
    rows: ROWS.filter(({ name }) => names(name)),
    agree: async () => true,
    log,
  })
}

/**
 * All rows pass with this build, and each wrong build makes a row fail.
 * @returns whether it is so
 */
export async function runSelfTest(log: (text: string) => void): Promise<boolean> {
  const right = await playInWorld(() => true, log)
  let isGood = right?.rows.every(({ state }) => state === 'passed') ?? false
  for (const wrong of WRONG_BUILDS) {
    log(`\nA build ${wrong.name}:`)
    using build = buildWrong(wrong)
    const result = await playInWorld((name) => wrong.rows.includes(name), log, build.folder)
    const isNoticed = result?.rows.some(({ state }) => state === 'failed') ?? false
    log(isNoticed ? 'It is noticed.' : 'Nobody notices it.')
    isGood &&= isNoticed
  }
  log(isGood ? '\nThe self-test passed.' : '\nThe self-test failed.')
  return isGood
}
