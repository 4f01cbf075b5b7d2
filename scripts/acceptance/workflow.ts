import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the driver writes the workflow in the sandbox, and where it finds its runs. */
export const WORKFLOW = { file: 'acceptance.yml', path: '.github/workflows/acceptance.yml' } as const

/** The branches of the driver's pull requests begin with this, and those of the agent with the other. */
export const BRANCHES = { own: 'acceptance/', agent: 'docs-agent/' } as const

/** The secret of the sandbox for a supervised run. */
export const KEY_SECRET = 'ACCEPTANCE_API_KEY'

export interface WorkflowOptions {
  /** The repository with the action, such as `acme/docs-agent-action`. */
  action: string
  commit: string
  /** A real service, which gets one prompt; otherwise, that of the test world runs beside the action. */
  service?: { url: string; projectId: string }
}

/** The name of a run, which the list of runs shows: the driver finds each run by what started it. */
export function nameRun(cause: string | number): string {
  return `acceptance ${cause}`
}

const EVENT = 'github.event'
/** What starts a run; the first that is there. */
const CAUSES = [
  'inputs.row',
  `${EVENT}.comment.id`,
  `${EVENT}.release.id`,
  `${EVENT}.pull_request.number`,
  'github.sha',
]

/** The workflow that the driver writes into the sandbox. It runs the action as that commit has it, from a checkout. */
export function writeWorkflow({ action, commit, service }: WorkflowOptions): string {
  const connection = service === undefined ? OWN_SERVICE : connectTo(service)
  return `# Written by the acceptance test of ${action}, which deletes it.
name: Acceptance
run-name: ${nameRun(`\${{ ${CAUSES.join(' || ')} }}`)}
on:
  issue_comment:
    types: [created]
  pull_request_review_comment:
    types: [created]
  pull_request:
    types: [closed]
  push:
    branches: [main]
    paths: ['src/**']
  release:
    types: [published]
  workflow_dispatch:
    inputs:
      row:
        description: What started the run
      issue:
        description: The issue to report in
      since:
        description: The input \`since\`
      report:
        description: Set to true for the report of page views
permissions: {}
jobs:
  docs:
    if: >-
      github.event.comment && startsWith(github.event.comment.body, '/docs') || !github.event.comment &&
      (github.event_name != 'pull_request' || startsWith(github.event.pull_request.head.ref, '${BRANCHES.own}closed'))
    runs-on: ubuntu-latest
    timeout-minutes: ${service === undefined ? 10 : 45}
    permissions:
      contents: write # the agent's branches
      issues: write # answer on issues
      pull-requests: write # answer on pull requests; the agent's pull requests
    steps:
      - uses: ${findPin('actions/checkout')}
        with:
          repository: ${action}
          ref: ${commit}
          path: action
          persist-credentials: false
      - uses: ${findPin('actions/setup-node')}
        with:
          node-version: 24
${service === undefined ? START : ''}      - id: docs
        if: inputs.report != 'true'
        uses: ./action
        with:
${connection}
          issue-number: \${{ inputs.issue }}
          since: \${{ inputs.since }}
          prompt: Document what has changed.
          fail-on: none
${service === undefined ? VIEWS : ''}      - if: always()
        run: node action/scripts/acceptance/service.ts report
        env:
          OUTPUTS: \${{ toJSON(steps.docs.outputs) }}
`
}

/** The only key of the test world's service, good for nothing else. */
const TEST_KEY = 'mint_test_0123456789abcdef'

const START = `      - id: service
        run: node action/scripts/acceptance/service.ts start
        env:
          GH_TOKEN: \${{ github.token }}
`

const VIEWS = `      - id: views
        if: inputs.report == 'true'
        uses: ./action/page-views
        with:
          api-key: ${TEST_KEY}
          project-id: docs-project
          base-url: \${{ steps.service.outputs.url }}
          period: 7d
          issue-number: \${{ inputs.issue }}
`

const OWN_SERVICE = `          api-key: ${TEST_KEY}
          project-id: docs-project
          base-url: \${{ steps.service.outputs.url }}
          poll-interval: 1s
          timeout: 5m`

function connectTo({ url, projectId }: NonNullable<WorkflowOptions['service']>): string {
  return `          api-key: \${{ secrets.${KEY_SECRET} }}
          project-id: ${JSON.stringify(projectId)}
          base-url: ${JSON.stringify(url)}`
}

/** The commit of an action that CI uses, so that Dependabot moves both. */
function findPin(name: string): string {
  const ci = readFileSync(join(import.meta.dirname, '../../.github/workflows/ci.yml'), 'utf8')
  const [, pin] = new RegExp(`uses: (${name}@\\S+ # \\S+)$`, 'mu').exec(ci) ?? []
  if (pin === undefined) throw new Error(`ci.yml doesn't use ${name}.`)
  return pin
}
