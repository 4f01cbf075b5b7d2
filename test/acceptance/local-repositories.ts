import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * What act takes instead of downloading it, as values of `--local-repository`: a copy of this repository, and a stub
 * for each action of others that `workflow` uses. One without a stub fails its job.
 */
export function listLocalRepositories(actionCopy: string, workflow: string): string[] {
  const own = `OWNER/docs-agent-action@v1=${actionCopy}`
  const others = workflow.matchAll(/uses: actions\/([\w-]+)@(\S+)/g)
  const stubs = [...others].map(
    ([, name = '', ref]) => `actions/${name}@${ref}=${join(import.meta.dirname, 'stubs', name)}`,
  )
  return [own, ...new Set(stubs)]
}

/** Copies what a run needs of this repository. */
export function copyAction(folder: string, serviceUrl: string): void {
  for (const path of ['action.yml', 'page-views/action.yml']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), lead(readFileSync(join(root, path), 'utf8'), serviceUrl))
  }
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
}

/**
 * Without what GitHub has and act refuses: `queue` and `timezone`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax
 */
export function adaptWorkflow(workflow: string, serviceUrl: string): string {
  return lead(workflow.replaceAll(/^ +(?:queue: max|timezone: \S+)(?: .*)?\n/gm, ''), serviceUrl)
}

/** Recipes have no `base-url`: the service's own address leads to this world's. */
function lead(text: string, serviceUrl: string): string {
  return text.replaceAll('https://api.mintlify.com', serviceUrl)
}

export const root = resolve(import.meta.dirname, '../..')
