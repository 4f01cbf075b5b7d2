import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the driver writes the workflow in the sandbox, and where it finds its runs. */
export const WORKFLOW = { file: 'acceptance.yml', path: '.github/workflows/acceptance.yml' } as const

/** The branches of the driver's pull requests begin with this, and those of the agent with the other. */
export const BRANCHES = { own: 'acceptance/', agent: 'docs-agent/' } as const

/** The secret of the sandbox for a supervised run. */
export const KEY_SECRET = 'ACCEPTANCE_API_KEY'

/** The first that is there names the run. */
const CAUSES = [
  'inputs.row',
  ...['comment.id', 'release.id', 'pull_request.number'].map((name) => `github.event.${name}`),
]

/** The name of the run that this has started. */
export function nameRun(cause: string | number): string {
  return `acceptance ${cause}`
}

export interface WorkflowOptions {
  /** The repository with the action, such as `acme/docs-agent-action`. */
  action: string
  commit: string
  /** A real service; otherwise, that of the test world runs beside the action. */
  service?: { url: string; projectId: string } | undefined
}

/** The workflow that the driver writes into the sandbox. It runs the action as that commit has it, from a checkout. */
export function writeWorkflow({ action, commit, service }: WorkflowOptions): string {
  const values = {
    ACTION: action,
    COMMIT: commit,
    CAUSES: [...CAUSES, 'github.sha'].join(' || '),
    CHECKOUT: findPin('actions/checkout'),
    SETUP_NODE: findPin('actions/setup-node'),
    // The only key of the test world's service, good for nothing else.
    API_KEY: service === undefined ? 'mint_test_0123456789abcdef' : `\${{ secrets.${KEY_SECRET} }}`,
    PROJECT_ID: JSON.stringify(service?.projectId ?? 'docs-project'),
    BASE_URL: service === undefined ? `\${{ steps.service.outputs.url }}` : JSON.stringify(service.url),
    INTERVAL: service === undefined ? '1s' : '15s',
  }
  const template = readFileSync(join(import.meta.dirname, 'sandbox.yml'), 'utf8')
  const names = new RegExp(`(?<=: (?:.*\\{ )?)(?:${Object.keys(values).join('|')})\\b`, 'gu')
  return template.replaceAll(names, (name) => values[name as keyof typeof values])
}

/** The commit of an action that CI uses, so that Dependabot moves both. */
function findPin(name: string): string {
  const ci = readFileSync(join(import.meta.dirname, '../../.github/workflows/ci.yml'), 'utf8')
  const [, pin] = new RegExp(`uses: (${name}@\\S+ # \\S+)$`, 'mu').exec(ci) ?? []
  if (pin === undefined) throw new Error(`ci.yml doesn't use ${name}.`)
  return pin
}
