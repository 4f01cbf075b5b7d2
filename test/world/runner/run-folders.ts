import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CommandFiles } from './file-commands.ts'
import { addExitDuty } from './step-process.ts'

/** The folders of one run, all below one that is new. */
export interface RunFolders {
  workspace: string
  temp: string
  home: string
  eventFile: string
  remove(): Promise<void>
}

/**
 * Make the folders of a run in the system's temporary folder, with the event file and the files of the workspace.
 * They are removed by `remove`, or at the latest when this process ends.
 */
export function createRunFolders(
  eventText: string,
  workspaceFiles: Record<string, string | Uint8Array>,
): RunFolders {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'action-run-'))
  const endDuty = addExitDuty(() => rmSync(root, { recursive: true, force: true }))
  const folders = {
    workspace: join(root, 'work', 'repository'),
    temp: join(root, 'temp'),
    home: join(root, 'home'),
    eventFile: join(root, 'temp', '_github_workflow', 'event.json'),
  }
  mkdirSync(folders.workspace, { recursive: true })
  mkdirSync(folders.home)
  writeFile(folders.eventFile, eventText)
  for (const [name, content] of Object.entries(workspaceFiles))
    writeFile(join(folders.workspace, name), content)
  return {
    ...folders,
    remove: async () => {
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
      endDuty()
    },
  }
}

/** Make the empty command files of one phase. */
export function createCommandFiles(temp: string, phase: string): CommandFiles {
  const folder = join(temp, '_runner_file_commands')
  mkdirSync(folder, { recursive: true })
  const make = (name: string): string => {
    const path = join(folder, `${name}_${phase}`)
    writeFileSync(path, '')
    return path
  }
  return {
    output: make('set_output'),
    state: make('save_state'),
    env: make('set_env'),
    path: make('add_path'),
    stepSummary: make('step_summary'),
  }
}

function writeFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
