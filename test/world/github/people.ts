import type { Person } from './world.ts'

export const actionsBot = 'github-actions[bot]'

/** The App on whose behalf the docs service opens pull requests. */
export const agentBot = 'docs-agent[bot]'

/** An app of the organization, for `appToken`. */
export const appBot = 'acme-docs[bot]'

/** Who is there when a test names nobody else. */
export const defaultPeople: Record<string, Person> = {
  maintainer: { permission: 'admin' },
  writer: { permission: 'write' },
  reader: { permission: 'read' },
  stranger: { permission: 'none' },
  /** Has a custom role, whose name says nothing about what it allows. */
  curator: { permission: 'write', roleName: 'docs-curator' },
  triager: { permission: 'read', roleName: 'triage' },
  [actionsBot]: { permission: 'none', type: 'Bot' },
  [agentBot]: { permission: 'write', type: 'Bot' },
  [appBot]: { permission: 'none', type: 'Bot' },
  'dependabot[bot]': { permission: 'none', type: 'Bot' },
  /** A bot whose name does not say so, and which the permission API does not know. */
  Copilot: { permission: 'unknown', type: 'Bot' },
}

/** The real id of the bot behind `GITHUB_TOKEN`, the same on all of github.com. */
export const actionsBotId = 41_898_282

/** Finds a person by login, which GitHub compares without case. */
export function findPerson(
  people: Record<string, Person>,
  login: string,
): { login: string; person: Person } | undefined {
  const wanted = login.toLowerCase()
  for (const [name, person] of Object.entries(people)) {
    if (name.toLowerCase() === wanted) return { login: name, person }
  }
  return undefined
}

/** Users inside other objects lack what `GET /users/{login}` adds. */
export function pickUser(user: Record<string, unknown>): Record<string, unknown> {
  const end = Object.keys(user).indexOf('user_view_type')
  return end < 0 ? user : Object.fromEntries(Object.entries(user).slice(0, end + 1))
}
