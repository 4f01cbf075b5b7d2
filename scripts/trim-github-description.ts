/**
 * Extracts the requests of the actions from GitHub's OpenAPI description, as JSON Schema, so that tests can check
 * requests and answers. The description has a hundred megabytes, so it isn't a dependency:
 *
 *   npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz
 *   node scripts/trim-github-description.ts package/generated/api.github.com.json
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Every route that the actions use. */
const OPERATIONS: readonly [method: string, path: string][] = [
  ['get', '/repos/{owner}/{repo}/collaborators/{username}/permission'],
  ['post', '/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'],
  ['post', '/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions'],
  ['get', '/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'],
  ['get', '/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions'],
  ['delete', '/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}'],
  ['delete', '/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions/{reaction_id}'],
  ['post', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['patch', '/repos/{owner}/{repo}/issues/comments/{comment_id}'],
  ['delete', '/repos/{owner}/{repo}/issues/comments/{comment_id}'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}/files'],
  ['get', '/repos/{owner}/{repo}/compare/{basehead}'],
  ['get', '/repos/{owner}/{repo}/commits'],
  ['get', '/repos/{owner}/{repo}/commits/{ref}'],
  ['get', '/repos/{owner}/{repo}/git/matching-refs/{ref}'],
]

/** Fields without a meaning for validation. */
const PROSE = new Set(['description', 'title', 'example', 'examples', 'externalDocs', 'deprecated', 'nullable'])

type Fields = Record<string, unknown>

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'test/world/github/description.json')
const source = process.argv[2]
if (source === undefined) throw new Error('Usage: node scripts/trim-github-description.ts api.github.com.json')
const description = JSON.parse(readFileSync(source, 'utf8')) as Fields

const schemas: Record<string, unknown> = {}
const operations = OPERATIONS.map(([method, path]) => trimOperation(method, path))
const { version } = fieldsOf(description['info'])
const trimmed = { source: `@octokit/openapi ${String(version)}, api.github.com`, operations, schemas }
writeFileSync(target, JSON.stringify(trimmed))
execFileSync('biome', ['format', '--write', target], { stdio: 'inherit' })

function trimOperation(method: string, path: string): Fields {
  const operation = fieldsOf(fieldsOf(fieldsOf(description['paths'])[path])[method])
  const parameters = (operation['parameters'] as unknown[]).map((parameter) => {
    const { name, in: place, required = false, schema } = follow(parameter)
    return { name, in: place, required, schema: trimSchema(schema) }
  })
  const responses = Object.entries(fieldsOf(operation['responses'])).map(([status, response]) => [
    status,
    jsonSchemaOf(follow(response)),
  ])
  return {
    method: method.toUpperCase(),
    path,
    parameters,
    requestBody: jsonSchemaOf(fieldsOf(operation['requestBody'])),
    responses: Object.fromEntries(responses),
  }
}

/** Null: there is no body. */
function jsonSchemaOf(message: Fields): unknown {
  const media = fieldsOf(fieldsOf(message['content'])['application/json'])
  return media['schema'] === undefined ? null : trimSchema(media['schema'])
}

/** OpenAPI 3.0 to JSON Schema: without prose, and with `nullable` in the form of JSON Schema. */
function trimSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(trimSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as Fields
  if (typeof $ref === 'string') return { $ref: keep($ref) }
  const kept = Object.entries(schema)
    .filter(([name]) => !PROSE.has(name) && !name.startsWith('x-'))
    .map(([name, value]) => [name, name === 'properties' ? trimProperties(value) : trimSchema(value)])
  const plain = Object.fromEntries(kept) as Fields
  return (schema as Fields)['nullable'] === true ? { anyOf: [plain, { type: 'null' }] } : plain
}

/** The names of properties are data: a property can be called `description`. */
function trimProperties(properties: unknown): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(properties)).map(([name, schema]) => [name, trimSchema(schema)]))
}

/** Keeps the schema that `reference` points to, once. */
function keep(reference: string): string {
  // The smaller schema has all fields that are used.
  if (reference.endsWith('/full-repository')) return keep(reference.replace('full-repository', 'repository'))
  const name = reference.split('/').at(-1) ?? ''
  if (!Object.hasOwn(schemas, name)) {
    schemas[name] = {}
    schemas[name] = trimSchema(follow({ $ref: reference }))
  }
  return `/schemas/${name}`
}

function follow(value: unknown): Fields {
  const { $ref } = fieldsOf(value)
  if (typeof $ref !== 'string') return fieldsOf(value)
  return $ref
    .split('/')
    .slice(1)
    .reduce((found, name) => fieldsOf(found[name]), description)
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
