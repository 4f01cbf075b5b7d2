import { basename, dirname } from 'node:path'
import { type ApiCall, type Routes, reply, senderOf } from './api-call.ts'
import { json, nodeId, orNotFound, Refusal } from './api-message.ts'
import { hash } from './git.ts'
import { mayWrite } from './people.ts'
import { repositoryJson, timeOf } from './repository.ts'
import { announce, deliverPush } from './webhooks.ts'

/** The repository itself, and what the agent of the docs service uses of branches and files. */
export const contentRoutes: Routes = {
  'GET ': readRepository,
  'GET /git/ref/{name}': readRef,
  'POST /git/refs': createRef,
  'DELETE /git/refs/{name}': deleteRef,
  'GET /git/matching-refs/{name}': listRefs,
  'GET /git/trees/{name}': readTree,
  'GET /contents/{name}': readFile,
  'GET /contents/': readFile,
  'PUT /contents/{name}': writeFile,
  'DELETE /contents/{name}': writeFile,
}

/** What somebody may do is in it for accounts only. */
function readRepository({ hub, repository, identity }: ApiCall) {
  const permissions = identity?.permissions === undefined && { push: mayWrite(hub, identity?.login ?? '') }
  return reply({ ...repositoryJson(repository), ...(permissions && { permissions }) })
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

function deleteRef({ repository, parts: { name } }: ApiCall) {
  if (!repository.git.refs.delete(name)) throw new Refusal(422, 'Reference does not exist')
  return { status: 204, headers: {}, body: '' }
}

/** All of them: this list has no pages. */
function listRefs({ repository, parts }: ApiCall) {
  const refs = [...repository.git.refs].filter(([name]) => name.startsWith(parts.name))
  return reply(
    refs.map(([name, sha]) => ({
      ref: `refs/${name}`,
      node_id: nodeId('Ref', name),
      url: `${repository.url}/git/refs/${name}`,
      object: { type: 'commit', sha, url: `${repository.url}/git/commits/${sha}` },
    })),
  )
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
  const text = commit.files.get(name)
  if (text === undefined) return reply(listFolder(commit.files, name))
  const content = Buffer.from(text).toString('base64')
  return reply({ type: 'file', path: name, sha: hash(text), encoding: 'base64', content })
}

/** The files of a folder; those of its folders aren't listed. */
function listFolder(files: ReadonlyMap<string, string>, name: string) {
  const below = [...files].filter(([path]) => dirname(path) === (name || '.'))
  if (below.length === 0) throw new Refusal(404, 'Not Found')
  return below.map(([path, text]) => ({ type: 'file', path, name: basename(path), sha: hash(text) }))
}

/** Or deletes it. */
function writeFile(call: ApiCall) {
  const { hub, repository, parts, body: asked } = call
  const { branch = 'main', message = '', content, sha } = asked as Record<string, string | undefined>
  const known = repository.git.find(branch)?.files.get(parts.name)
  if (sha !== (known && hash(known))) throw new Refusal(409, `${parts.name} does not match ${sha}`)
  const text = content === undefined ? null : Buffer.from(content, 'base64').toString()
  const before = repository.git.tipOf(branch)
  const made = { author: senderOf(call), date: timeOf(hub), message, changes: { [parts.name]: text } }
  const commit = repository.git.push(branch, made)
  announce(call, deliverPush(repository, branch, before, senderOf(call)))
  return json(sha === undefined ? 201 : 200, { content: { path: parts.name }, commit: { sha: commit.sha } })
}
