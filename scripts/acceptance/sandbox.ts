import { type Client, ClientError } from './client.ts'
import { BRANCHES, WORKFLOW } from './workflow.ts'

/** On every issue of the driver, so that a later start finds what an earlier one left. */
export const LABEL = 'acceptance'

/** Tags and files of the driver begin with it. */
export const PREFIX = 'acceptance'

/** The page that the service's agent edits. */
const PAGE = { path: 'acceptance.md', text: '# Acceptance\n\nThe agent of the test writes here.\n' }
const PURPOSE = 'Written by `npm run acceptance` of the docs agent action.'

/** Who writes, and to which repository. */
export interface Account {
  client: Client
  repository: string
}

export interface Thread {
  number: number
  html_url: string
}

export interface Pull extends Thread {
  head: { ref: string; sha: string }
}

export interface Comment {
  id: number
  body: string
  html_url: string
  user: { login: string; type: string }
}

/** What the driver does in the sandbox, as people do it on GitHub's pages. */
export function createSandbox({ client, repository }: Account) {
  const root = `/repos/${repository}`
  /** Names are new in every run: GitHub may still show what was deleted a moment ago. */
  const unique = Date.now().toString(36)
  const send = <Body>(method: string, path: string, body: object) => client.send<Body>(method, `${root}${path}`, body)

  return {
    /** Writes the page of the agent, then the workflow. */
    async setUp(workflow: string): Promise<void> {
      await writeFile({ client, repository }, PAGE.path, PAGE.text)
      await writeFile({ client, repository }, WORKFLOW.path, workflow)
    },

    async readId(): Promise<number> {
      return (await client.get<{ id: number }>(root)).id
    },

    openIssue: (title: string, labels = [LABEL]) => send<Thread>('POST', '/issues', { title, body: PURPOSE, labels }),

    /** A branch with a new file, and its pull request. Only pushes that change `src` start the workflow. */
    async openPull(title: string, { from = { client, repository } as Account | undefined, folder = 'other' } = {}) {
      const by = from ?? { client, repository }
      const slug = `${title.replace('Acceptance: ', '').replaceAll(/[^a-z]+/gu, '-')}-${unique}`
      const branch = `${BRANCHES.own}${slug}`
      // A fork's own: the workflow isn't in it, which the token of the second account could not push.
      const main = await by.client.get<{ object: { sha: string } }>(`/repos/${by.repository}/git/ref/heads/main`)
      const ref = { ref: `refs/heads/${branch}`, sha: main.object.sha }
      await by.client.send('POST', `/repos/${by.repository}/git/refs`, ref)
      await writeFile(by, `${folder}/${PREFIX}-${slug}.ts`, `export const retries = '${unique}'\n`, branch)
      const head = by.repository === repository ? branch : `${by.repository.split('/')[0]}:${branch}`
      return by.client.send<Pull>('POST', `${root}/pulls`, { title, head, base: 'main', body: PURPOSE })
    },

    comment: ({ number }: Thread, body: string, by: Account = { client, repository }) =>
      by.client.send<Comment>('POST', `${root}/issues/${number}/comments`, { body }),

    async commentOnLine({ number, head }: Pull, body: string): Promise<Comment> {
      const [file] = await client.list<{ filename: string }>(`${root}/pulls/${number}/files`)
      const place = { commit_id: head.sha, path: file?.filename, line: 1, side: 'RIGHT' }
      return send('POST', `/pulls/${number}/comments`, { body, ...place })
    },

    editComment: ({ id }: Comment, body: string) => send('PATCH', `/issues/comments/${id}`, { body }),
    closePull: ({ number }: Thread) => send('PATCH', `/pulls/${number}`, { state: 'closed' }),

    /** @returns the commit that the merge made; undefined while GitHub finds out whether it can */
    async mergePull({ number }: Thread): Promise<string | undefined> {
      const isTooEarly = (error: unknown) => error instanceof ClientError && [405, 409].includes(error.status)
      const merged = send<{ sha: string }>('PUT', `/pulls/${number}/merge`, {})
      return (await merged.catch((error: unknown) => (isTooEarly(error) ? undefined : Promise.reject(error))))?.sha
    },

    release() {
      const tag = { tag_name: `${PREFIX}-${unique}`, target_commitish: 'main' }
      return send<{ id: number; html_url: string }>('POST', '/releases', { ...tag, name: PREFIX, body: PURPOSE })
    },

    dispatch: (inputs: Record<string, string>) =>
      send('POST', `/actions/workflows/${WORKFLOW.file}/dispatches`, { ref: 'main', inputs }),

    /** What bots wrote in a thread, oldest first. */
    async listReplies({ number }: Thread): Promise<Comment[]> {
      const comments = await client.list<Comment>(`${root}/issues/${number}/comments`)
      return comments.filter(({ user }) => user.type === 'Bot')
    },

    /** The reactions of bots to a comment, in alphabetical order. */
    async listReactions({ id, html_url }: Comment): Promise<string> {
      const list = html_url.includes('#discussion_r') ? 'pulls' : 'issues'
      const path = `${root}/${list}/comments/${id}/reactions`
      const reactions = await client.list<{ content: string; user: { type: string } }>(path)
      const byBots = reactions.filter(({ user }) => user.type === 'Bot')
      return byBots
        .map(({ content }) => content)
        .toSorted()
        .join(' ')
    },
  }
}

export type Sandbox = ReturnType<typeof createSandbox>

/** Commits a new file. */
function writeFile({ client, repository }: Account, path: string, text: string, branch = 'main'): Promise<unknown> {
  const content = Buffer.from(text).toString('base64')
  return client.send('PUT', `/repos/${repository}/contents/${path}`, { message: `Add ${path}`, content, branch })
}
