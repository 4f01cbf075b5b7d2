import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { addExitDuty } from './step-process.ts'

/** The folders of one run, all below one that is new. */
export interface RunFolders {
  workspace: string
  temp: string
  home: string
  eventFile: string
  remove(): Promise<void>
}

/** The files by which a phase tells the runner what it did. Each phase has its own, as in the real runner. */
export interface CommandFiles {
  output: string
  state: string
  env: string
  path: string
  stepSummary: string
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
  const removeNow = (): void => rmSync(root, { recursive: true, force: true })
  const endDuty = addExitDuty(removeNow)
  const folders = {
    workspace: join(root, 'work', 'repository'),
    temp: join(root, 'temp'),
    home: join(root, 'home'),
    eventFile: join(root, 'temp', '_github_workflow', 'event.json'),
  }
  try {
    fillFolders(folders, eventText, workspaceFiles)
  } catch (error) {
    removeNow()
    endDuty()
    throw error
  }
  return {
    ...folders,
    remove: async () => {
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
      endDuty()
    },
  }
}

function fillFolders(
  folders: Omit<RunFolders, 'remove'>,
  eventText: string,
  workspaceFiles: Record<string, string | Uint8Array>,
): void {
  mkdirSync(folders.workspace, { recursive: true })
  mkdirSync(folders.home)
  writeFile(folders.eventFile, eventText)
  for (const [name, content] of Object.entries(workspaceFiles)) {
    writeFile(resolveInside(folders.workspace, name), content)
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

function resolveInside(folder: string, name: string): string {
  const path = resolve(folder, name)
  if (relative(folder, path).startsWith('..')) {
    throw new Error(`The workspace file '${name}' lies outside of the workspace.`)
  }
  return path
}

function writeFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
