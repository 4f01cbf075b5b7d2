import { describeBug } from '../formatting/errors.ts'
import { ignoreSignals } from './cancellation.ts'
import { createLog, type Log } from './log.ts'
import { createSecrets, type Secrets } from './secrets.ts'

export interface Runner {
  log: Log
  secrets: Secrets
  fail(title: string, text: string): void
}

/** Runs an entry. An unexpected error fails the step; its stack is shown with step debugging. */
export async function runAction(main: (runner: Runner) => Promise<void>): Promise<void> {
  const secrets = createSecrets()
  const log = createLog(secrets)
  const fail: Runner['fail'] = (title, text) => {
    log.error(title, text)
    process.exitCode = 1
  }
  try {
    await main({ log, secrets, fail })
  } catch (error) {
    fail('Unexpected error', describeBug(error))
    if (error instanceof Error) log.debug(error.stack ?? '')
  } finally {
    ignoreSignals()
  }
}
