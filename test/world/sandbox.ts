import { resolve } from 'node:path'
import { ActionsWorld } from './actions/workflow-runs.ts'
import { findRepository } from './github/repository.ts'
import { startGitHub } from './github/start-github.ts'

export interface SandboxOptions {
  /** Another copy of this project, whose built actions run. */
  actionFolder?: string
}

/** A GitHub on loopback with Actions: what a person does by its REST API starts the workflows in `acme/app`. */
export async function startSandboxWorld({ actionFolder = resolve(import.meta.dirname, '../..') }: SandboxOptions = {}) {
  const github = await startGitHub()
  // What takes GitHub minutes takes seconds here: its limits per minute would be hit.
  github.limiter.take = async () => undefined
  const actions = new ActionsWorld(github, actionFolder)
  return {
    github,
    actions,
    apiUrl: github.apiUrl,
    tokenFor: github.tokenFor,
    /** Stands for the commit of the action. */
    actionCommit: findRepository(github.hub, 'acme/docs').git.tipOf('main'),
    async [Symbol.asyncDispose]() {
      for (const run of actions.all) actions.cancel(run)
      await actions.idle()
      await github.close()
    },
  }
}
