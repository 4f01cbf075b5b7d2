import { basename, dirname } from 'node:path'
import { type ApiCall, type Routes, reply, senderOf } from './api-call.ts'
import { json, NO_CONTENT, orNotFound, Refusal } from './api-message.ts'
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
  'PUT /contents/{name}': writeFile,
  'DELETE /contents/{name}': writeFile,
}

/** What somebody may do is in it for accounts only. */
function readRepository({ hub, repository, identity }: ApiCall) {
  const permissions = { push: mayWrite(hub, identity?.login) }
  return reply({ ...repositoryJson(repository), ...(identity?.permissions === undefined && { permissions }) })
}

function refJson(name: string, sha: string) {
  return { ref: `refs/${name}`, object: { type: 'commit', sha } }
}

/** https://docs.github.com/rest/git/refs */
function readRef({ repository, parts: { name } }: ApiCall) {
  return reply(refJson(name, orNotFound(repository.git.refs.get(name))))
}

function createRef({ repository, body }: ApiCall) {
  const name = String(body['ref']).replace(/^refs\//, '')
  const { sha } = repository.git.find(String(body['sha'])) ?? {}
  if (sha === undefined) throw new Refusal(422, 'Object does not exist')
  if (repository.git.refs.has(name)) throw new Refusal(422, 'Reference already exists')
  repository.git.refs.set(name, sha)
  return json(201, refJson(name, sha))
}

function deleteRef({ repository, parts: { name } }: ApiCall) {
  if (!repository.git.refs.delete(name)) throw new Refusal(422, 'Reference does not exist')
  return NO_CONTENT
}

/** All of them: this list has no pages. */
function listRefs({ repository, parts }: ApiCall) {
  const refs = [...repository.git.refs].filter(([name]) => name.startsWith(parts.name))
  return reply(refs.map(([name, sha]) => refJson(name, sha)))
}

/** Always all of it, without folders. https://docs.github.com/rest/git/trees */
function readTree({ repository, parts: { name } }: ApiCall) {
  const { sha, files } = orNotFound(repository.git.find(name))
  const tree = [...files].map(([path, text]) => ({ path, type: 'blob', mode: '100644', sha: hash(text) }))
  return reply({ sha, tree, truncated: false })
}

/** A file, or the files of a folder without those of its folders. https://docs.github.com/rest/repos/contents */
function readFile({ repository, parts: { name }, request }: ApiCall) {
  const { files } = orNotFound(repository.git.find(request.query['ref'] ?? 'main'))
  const describe = (path: string, text: string) => ({ type: 'file', path, name: basename(path), sha: hash(text) })
  const text = files.get(name)
  if (text !== undefined)
    return reply({ ...describe(name, text), encoding: 'base64', content: Buffer.from(text).toString('base64') })
  const below = [...files].filter(([path]) => dirname(path) === name).map(([path, each]) => describe(path, each))
  return reply(orNotFound(below.length > 0 ? below : undefined))
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
