import { findOtherKeyKind } from '../../docs-service/client.ts'
import type { Log } from '../../runner/log.ts'
import type { Inputs } from './inputs.ts'

/** Warns of settings that are valid, but can't work. */
export function warnOfSettings({ apiKey, githubToken, issueNumber }: Inputs, log: Pick<Log, 'warning'>): void {
  const keyKind = findOtherKeyKind(apiKey)
  if (keyKind !== undefined)
    log.warning('This may be the wrong key', `\`api-key\` looks like an ${keyKind} key. Agent jobs need an admin key.`)
  if (githubToken === '' && issueNumber !== undefined)
    log.warning(
      'No report in the conversation',
      `\`issue-number\` is ${issueNumber}, but \`github-token\` is empty. Set a token, or remove \`issue-number\`.`,
    )
}
