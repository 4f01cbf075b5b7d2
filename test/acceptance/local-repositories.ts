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

/**
 * Copies what a run needs of this repository. Recipes have no `base-url`, so its default leads to `serviceUrl` in the
 * copy.
 */
export function copyAction(folder: string, serviceUrl: string): void {
  for (const path of ['action.yml', 'page-views/action.yml']) {
    const text = readFileSync(join(root, path), 'utf8')
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const copy = removeUnknown(text).replaceAll('https://api.mintlify.com', serviceUrl)
    writeFileSync(join(folder, path), copy)
  }
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
}

/** Without what GitHub has and act refuses: https://docs.github.com/actions/how-tos/write-workflows/choose-when-workflows-run/control-workflow-concurrency */
export function removeUnknown(workflow: string): string {
  return workflow.replaceAll(/^ +queue: max\b.*\n/gm, '')
}

export const root = resolve(import.meta.dirname, '../..')
