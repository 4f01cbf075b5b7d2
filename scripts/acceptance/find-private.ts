/** What recordings have in place of a person. */
export const PERSON = { name: 'A person', email: 'person@example.com' }
export const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu
export const KEYS =
  /\b(?:gh[a-z]_|github_pat_|mint_)[\w-]{8,}|([?&](?:sig|token|access_token|X-Amz-Signature)=)[^&"\s]+/gu

/** The accounts that a recording may name: as `castOf` names them, and GitHub's own. */
const LOGINS: ReadonlySet<string> = new Set([
  ...['acme', 'maintainer', 'stranger', 'github-actions[bot]', 'web-flow', 'actions', 'github', 'github-actions'],
])

/** What is at the place of an account in GitHub's own addresses. */
const PAGES: ReadonlySet<string> = new Set(['apps', 'orgs', 'repositories', 'repos', 'users', 'user', 'rest'])

interface Field {
  /** Such as `/events/0/payload/sender/login`. */
  path: string
  text: string
}

/** Each finds what is private in a field. */
const RULES: readonly ((field: Field) => string[])[] = [
  ({ path, text }) => (path.endsWith('/login') && !LOGINS.has(text) ? [`names the account ${text}`] : []),
  ({ path, text }) =>
    /\/(?:author|committer|pusher|user|sender|owner)\/name$/u.test(path) && text !== PERSON.name && !LOGINS.has(text)
      ? [`names ${text}`]
      : [],
  ({ text }) =>
    [...text.matchAll(ADDRESS)].filter(([it]) => it !== PERSON.email).map(([it]) => `has the address ${it}`),
  ({ text }) =>
    [...text.matchAll(KEYS)].filter(([it]) => !it.endsWith('=removed')).map(([it]) => `has a key, ${it.slice(0, 4)}…`),
  ({ text }) =>
    [...text.matchAll(/github\.com\/(?:users\/|repos\/)?([\w-]+)/gu)]
      .filter(([, account = '']) => !LOGINS.has(account) && !PAGES.has(account))
      .map(([, account]) => `leads to the account ${account}`),
]

/** What in a recording is private, a sentence each. It doesn't rely on what the recording replaced. */
export function findPrivate(recording: unknown): string[] {
  return listFields(recording, '').flatMap((field) =>
    RULES.flatMap((find) => find(field)).map((problem) => `${field.path} ${problem}.`),
  )
}

function listFields(value: unknown, path: string): Field[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => listFields(field, `${path}/${name}`))
}
