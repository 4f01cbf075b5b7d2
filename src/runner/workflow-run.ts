/** This run of a workflow. https://docs.github.com/actions/reference/workflows-and-actions/variables */
export interface WorkflowRun {
  owner: string
  /** Name of the repository, without its owner. */
  repo: string
  id: string
  /** From 1. */
  attempt: number
  /** The workflow file, such as `.github/workflows/docs.yml`. */
  workflow: string
  job: string
  /** Tells the steps of a job apart. */
  action: string
  /** The branch; empty for a run of a tag. */
  branch: string
  /** The commit. */
  sha: string
  /** The page of this run. */
  url: URL
  serverUrl: URL
  /** Absolute path. */
  workspace: string
}

/** Reads what the runner says of this run. */
export function readWorkflowRun(environment: NodeJS.ProcessEnv = process.env): WorkflowRun {
  const read = (name: string) => environment[`GITHUB_${name}`] ?? ''
  const serverUrl = new URL(read('SERVER_URL') || 'https://github.com')
  const [owner = '', repo = ''] = read('REPOSITORY').split('/')
  const page = `${owner}/${repo}/actions/runs/${read('RUN_ID')}`
  return {
    owner,
    repo,
    id: read('RUN_ID'),
    attempt: Number(read('RUN_ATTEMPT')) || 1,
    // Without the repository, which may be renamed, and the branch.
    workflow: read('WORKFLOW_REF').replace(/^[^/]*\/[^/]*\/|@.*$/gsu, ''),
    job: read('JOB'),
    action: read('ACTION'),
    branch: /^refs\/heads\/(.+)$/su.exec(read('REF'))?.[1] ?? '',
    sha: read('SHA'),
    url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${page}`),
    serverUrl,
    workspace: read('WORKSPACE') || process.cwd(),
  }
}
