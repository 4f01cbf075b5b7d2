import type { Client } from './client.ts'
import type { Scenario } from './scenario.ts'
import { SLOW_WORD } from './service.ts'

/** What happens on GitHub, and what must be seen there afterwards: how the run ended, jobs, reactions, replies. */
type Row = [play: (on: Scenario, stranger: Client) => Promise<unknown>, expected: string]

const COMMAND = '/docs Add a page about retries'
const READY = '🚀 The documentation pull request is ready'

/** All scenarios, in the order in which they are played, each in a conversation of its own. */
export const ROWS: Readonly<Record<string, Row>> = {
  comment: [(on) => on.comment(COMMAND), `success; Document retries; eyes,rocket; ${READY}`],
  'follow-up': [
    async (on) => {
      await on.openPull()
      await on.comment(COMMAND)
      await on.comment('/docs Mention timeouts')
    },
    `success; Document acceptance follow up; eyes,rocket; ${READY},${READY.replace('is ready', 'was updated')}`,
  ],
  stranger: [(on, stranger) => on.comment(COMMAND, stranger), 'success; ; -1,eyes; '],
  check: [(on) => on.comment('/docs check'), 'success; ; eyes,rocket; ✅ The setup check passed'],
  merge: [(on) => on.mergePull().then(on.waitForRun), `success; Document acceptance merge; ; ${READY}`],
  // The second run begins where the first one ended, and finds nothing.
  since: [
    async (on) => {
      await on.mergePull()
      await on.openIssue()
      await on.dispatch('1')
      await on.dispatch('2')
    },
    `success; Document acceptance since; ; ${READY}`,
  ],
  tag: [
    async (on) => {
      await on.tag('1.0.0')
      await on.mergePull()
      await on.waitForRun(await on.tag('2.0.0'))
    },
    'success; Document acceptance tag; ; ',
  ],
  // The second attempt finds the job, and tells it again.
  're-run': [(on) => on.comment(COMMAND).then(on.rerun), `success; Document retries; eyes,rocket; ${READY}`],
  cancelled: [
    (on) => on.comment(`/docs Write ${SLOW_WORD} about retries`).then(on.cancel),
    'cancelled; ; confused,eyes; 🛑 This run was canceled',
  ],
}
