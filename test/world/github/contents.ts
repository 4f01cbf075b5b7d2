import { type ApiCall, type Routes, reply, senderOf } from './api-call.ts'
import { json, orNotFound, Refusal } from './api-message.ts'
import { timeOf } from './repository.ts'

/** What the agent of the docs service uses of branches and files. */
export const contentRoutes: Routes = {
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
  const tree = [...files].map(([path, blob]) => ({ path, type: 'blob', mode: '100644', sha: blob }))
  return reply({ sha, tree, truncated: false })
}

/** https://docs.github.com/rest/repos/contents */
function readFile({ repository, parts: { name }, request }: ApiCall) {
  const commit = orNotFound(repository.git.find(request.query['ref'] ?? 'main'))
  const sha = orNotFound(commit.files.get(name))
  const content = repository.git.read(sha).toString('base64')
  return reply({ type: 'file', path: name, sha, encoding: 'base64', content })
}

function writeFile(call: ApiCall) {
  const { hub, repository, body, parts } = call
  const { git } = repository
  const branch = String(body['branch'] ?? 'main')
  const known = git.find(branch)?.files.get(parts.name)
  if (known !== body['sha']) throw new Refusal(409, `${parts.name} does not match ${body['sha']}`)
  const commit = git.push(branch, {
    author: senderOf(call),
    date: timeOf(hub),
    message: String(body['message']),
    changes: { [parts.name]: Buffer.from(String(body['content']), 'base64') },
  })
  const content = { path: parts.name, sha: commit.files.get(parts.name) }
  return json(known === undefined ? 201 : 200, { content, commit: { sha: commit.sha } })
}
