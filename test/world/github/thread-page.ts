import { type ApiAnswer, isObject } from './api-message.ts'

/** The page of an issue or pull request, so that every `html_url` leads to something; undefined for other paths. */
export async function renderThreadPage(
  path: string,
  read: (apiPath: string) => Promise<unknown>,
): Promise<ApiAnswer | undefined> {
  const [, repository, kind, number] = /^\/([^/]+\/[^/]+)\/(issues|pull)\/(\d+)$/.exec(path) ?? []
  if (repository === undefined || repository.startsWith('repos/')) return undefined
  try {
    const thread = await read(`/repos/${repository}/issues/${number}`)
    const comments = await read(`/repos/${repository}/issues/${number}/comments?per_page=100`)
    const files = kind === 'pull' ? await read(`/repos/${repository}/pulls/${number}/files`) : []
    return page(200, renderThread(toObject(thread), toList(comments), toList(files)))
  } catch {
    return page(404, '<h1>404</h1><p>This is not the page you are looking for.</p>')
  }
}

function renderThread(
  thread: Record<string, unknown>,
  comments: Record<string, unknown>[],
  files: Record<string, unknown>[],
): string {
  const posts = [thread, ...comments].map(
    (post) =>
      `<section id="${post === thread ? 'issue' : 'issuecomment'}-${escapeHtml(post['id'])}"><h2>${escapeHtml(toObject(post['user'])['login'])}</h2><pre>${escapeHtml(post['body'])}</pre></section>`,
  )
  const diffs = files.map(
    (file) => `<h2>${escapeHtml(file['filename'])}</h2><pre>${escapeHtml(file['patch'])}</pre>`,
  )
  return [
    `<h1>${escapeHtml(thread['title'])} #${escapeHtml(thread['number'])}</h1>`,
    ...posts,
    ...diffs,
  ].join('\n')
}

function page(status: number, content: string): ApiAnswer {
  const body = `<!DOCTYPE html>\n<meta charset="utf-8">\n${content}\n`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function escapeHtml(value: unknown): string {
  return String(value ?? '').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function toObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function toList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
