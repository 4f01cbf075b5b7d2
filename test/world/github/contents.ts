import { type ApiCall, type Routes, reply, senderOf } from './api-call.ts'
import { json, orNotFound, Refusal } from './api-message.ts'
import { hash } from './git.ts'
import { repositoryJson, timeOf } from './repository.ts'

/** The repository itself, and what the agent of the docs service uses of branches and files. */
export const contentRoutes: Routes = {
  'GET ': ({ repository }) => reply(repositoryJson(repository)),
  'GET /git/ref/{name}': readRef,
  'POST /git/refs': createRef,
  'GET /git/trees/{name}': readTree,
  'GET /contents/{name}': readFile,
  'PUT /contents/{name}': writeFile,
}

/** https://docs.github.com/rest/git/refs */
function readRef({ repository, parts: { name } }: ApiCall) {
  const sha = orNotFound(repository.git.refs.get(name))
  return reply({ ref: `refs/${name}`, object: { type: 'commit', sha } })
}

function createRef({ repository, body }: ApiCall) {
  const name = String(body['ref']).replace(/^refs\//, '')
  const { sha } = orNotFound(repository.git.find(String(body['sha'])))
  if (repository.git.refs.has(name)) throw new Refusal(422, 'Reference already exists')
  repository.git.refs.set(name, sha)
  return json(201, { ref: `refs/${name}`, object: { type: 'commit', sha } })
}

/** Always all of it, without folders. https://docs.github.com/rest/git/trees */
function readTree({ repository, parts: { name } }: ApiCall) {
  const { sha, files } = orNotFound(repository.git.find(name))
  const tree = [...files].map(([path, text]) => ({ path, type: 'blob', mode: '100644', sha: hash(text) }))
  return reply({ sha, tree, truncated: false })
}

/** https://docs.github.com/rest/repos/contents */
function readFile({ repository, parts: { name }, request }: ApiCall) {
  const commit = orNotFound(repository.git.find(request.query['ref'] ?? 'main'))
  const text = orNotFound(commit.files.get(name))
  const content = Buffer.from(text).toString('base64')
  return reply({ type: 'file', path: name, sha: hash(text), encoding: 'base64', content })
}

function writeFile(call: ApiCall) {
  const { hub, repository, parts, body: asked } = call
  const { branch, message, content, sha } = asked as Record<'branch' | 'message' | 'content', string> & {
    sha?: string
  }
  const known = repository.git.find(branch)?.files.get(parts.name)
  if (sha !== (known && hash(known))) throw new Refusal(409, `${parts.name} does not match ${sha}`)
  const text = Buffer.from(content, 'base64').toString()
  const made = { author: senderOf(call), date: timeOf(hub), message, changes: { [parts.name]: text } }
  const commit = repository.git.push(branch, made)
  return json(sha === undefined ? 201 : 200, { content: { path: parts.name }, commit: { sha: commit.sha } })
}
