import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')

/** The names of the outputs that an action declares, in order. Tests take them from there, so that a new one is listed once. */
export function listDeclaredOutputs(action: string): string[] {
  const path = action === 'agent-job' ? 'action.yml' : `${action}/action.yml`
  const { outputs } = parse(readFileSync(resolve(root, path), 'utf8')) as { outputs: Record<string, unknown> }
  return Object.keys(outputs)
}
