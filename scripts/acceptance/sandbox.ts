import type { Client } from './client.ts'
import { BRANCHES, WORKFLOW } from './workflow.ts'

/** On every issue and pull request of the driver, so that a later start finds what an earlier one left. */
export const LABEL = 'acceptance'

/** Titles, tags and files of the driver begin with it. */
export const PREFIX = 'acceptance'

/** The page that the service's agent edits. */
const PAGE = { path: 'acceptance.md', text: '# Acceptance\n\nThe agent of the test writes here.\n' }

export interface Thread {
  number: number
  html_url: string
}

export interface Pull extends Thread {
  head: { ref: string; sha: string; repo: { full_name: string } | null }
}

export interface Comment {
  id: number
  body: string
  html_url: string
  user: { login: string; type: string }
  /** Which of GitHub's two lists of comments it is in. */
  list: 'issues' | 'pulls'
}

export interface PullOptions {
  title: string
  /** A file below this folder is new in the pull request; a push that changes `src` starts the workflow. */
  folder?: 'src' | 'other'
  /** Of the branch, behind the prefix. */
  branch: string
  /** The owner of a fork, with the account that writes to it. */
  fork?: { client: Client; repository: string }
}

/** What the driver does in the sandbox, as people do it on GitHub's pages. */
export function createSandbox(client: Client, repository: string) {
  const root = `/repos/${repository}`
  /** Names are new in every run: GitHub may still show what was deleted a moment ago. */
  const unique = Date.now().toString(36)
  const [owner = ''] = repository.split('/')

  /** A commit with one new file. */
  function writeFile(path: string, text: string, branch?: string, on = { client, repository }): Promise<unknown> {
    const content = Buffer.from(text).toString('base64')
    const body = { message: `Add ${path}`, content, ...(branch && { branch }) }
    return on.client.send('PUT', `/repos/${on.repository}/contents/${path}`, body)
  }

  async function openPull({ title, folder = 'other', branch, fork }: PullOptions): Promise<Pull> {
    const name = `${BRANCHES.own}${branch}-${unique}`
    const on = fork ?? { client, repository }
    const main = await client.get<{ object: { sha: string } }>(`${root}/git/ref/heads/main`)
    await on.client.send('POST', `/repos/${on.repository}/git/refs`, {
      ref: `refs/heads/${name}`,
      sha: main.object.sha,
    })
    await writeFile(`${folder}/${PREFIX}-${branch}-${unique}.ts`, `export const retries = '${unique}'\n`, name, on)
    const head = fork === undefined ? name : `${fork.repository.split('/')[0]}:${name}`
    const pull = await on.client.send<Pull>('POST', `${root}/pulls`, { title, head, base: 'main', body: PURPOSE })
    return pull
  }

  return {
    repository,
    owner,
    client,
    openPull,

    /** Writes the page of the agent, then the workflow. */
    async setUp(workflow: string): Promise<void> {
      if ((await client.find(`${root}/contents/${PAGE.path}`)) === undefined) await writeFile(PAGE.path, PAGE.text)
      await writeFile(WORKFLOW.path, workflow)
    },

    openIssue(title: string): Promise<Thread> {
      return client.send('POST', `${root}/issues`, { title, body: PURPOSE, labels: [LABEL] })
    },

    async comment(thread: Thread, body: string, by = client): Promise<Comment> {
      const comment = await by.send<Comment>('POST', `${root}/issues/${thread.number}/comments`, { body })
      return { ...comment, list: 'issues' }
    },

    async commentOnLine(pull: Pull, body: string): Promise<Comment> {
      const [file] = await client.list<{ filename: string }>(`${root}/pulls/${pull.number}/files`)
      const place = { commit_id: pull.head.sha, path: file?.filename, line: 1, side: 'RIGHT' }
      const comment = await client.send<Comment>('POST', `${root}/pulls/${pull.number}/comments`, { body, ...place })
      return { ...comment, list: 'pulls' }
    },

    editComment({ id }: Comment, body: string): Promise<unknown> {
      return client.send('PATCH', `${root}/issues/comments/${id}`, { body })
    },

    closePull({ number }: Thread): Promise<unknown> {
      return client.send('PATCH', `${root}/pulls/${number}`, { state: 'closed' })
    },

    /** @returns the commit that the merge made */
    async mergePull({ number }: Thread): Promise<string> {
      const { sha } = await client.send<{ sha: string }>('PUT', `${root}/pulls/${number}/merge`, {})
      return sha
    },

    release(): Promise<{ id: number; html_url: string }> {
      const body = { tag_name: `${PREFIX}-${unique}`, target_commitish: 'main', name: PREFIX, body: PURPOSE }
      return client.send('POST', `${root}/releases`, body)
    },

    dispatch(inputs: Record<string, string>): Promise<unknown> {
      const path = `${root}/actions/workflows/${WORKFLOW.file}/dispatches`
      return client.send('POST', path, { ref: 'main', inputs })
    },

    /** What bots wrote in a thread, oldest first. */
    async listReplies({ number }: Thread): Promise<Comment[]> {
      const comments = await client.list<Comment>(`${root}/issues/${number}/comments`)
      return comments.filter(({ user }) => user.type === 'Bot')
    },

    /** The reactions of bots, in alphabetical order. */
    async listReactions({ list, id }: Comment): Promise<string[]> {
      const path = `${root}/${list}/comments/${id}/reactions`
      const reactions = await client.list<{ content: string; user: { type: string } }>(path)
      return reactions
        .filter(({ user }) => user.type === 'Bot')
        .map(({ content }) => content)
        .toSorted()
    },
  }
}

export type Sandbox = ReturnType<typeof createSandbox>

const PURPOSE = 'Written by `npm run acceptance` of the docs agent action, which closes it.'
