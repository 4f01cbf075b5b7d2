import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { isObject } from './api-message.ts'
import type { RecordedRequest } from './server.ts'

interface Operation {
  method: string
  path: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: object }[]
  requestBody: object | null
  /** Schema of the body, by status; null where there is none. */
  responses: Record<string, object | null>
}

/** Part of GitHub's own OpenAPI description, as `scripts/trim-github-description.ts` cuts it out. */
const { operations, schemas }: { operations: Operation[]; schemas: Record<string, object> } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'description.json'), 'utf8'),
)

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...schema, $id: `/schemas/${name}` })

/** Every operation may answer these, and few of the descriptions say so: moved, not allowed, too often, in trouble. */
const UNDESCRIBED_STATUSES: ReadonlySet<number> = new Set([301, 307, 401, 403, 404, 429, 500, 502, 503])

/**
 * Says what in a request, and in the answer that was given to it, is not as GitHub's own description has it:
 * one sentence each.
 */
export function findViolations(request: RecordedRequest): string[] {
  const { method } = request
  const path = nameRepository(request.path)
  const operation = operations.find((each) => each.method === method && patternOf(each.path).test(path))
  if (operation === undefined) return [`${method} ${path} is not in the description.`]
  const problems = [
    ...checkParameters(request, operation),
    ...checkRequestBody(request, operation),
    ...checkAnswer(request, operation),
  ]
  return problems.map((problem) => `${method} ${path}: ${problem}`)
}

/** The path after a redirect has the repository's id in place of owner and name. */
function nameRepository(path: string): string {
  return path.replace(/^\/repositories\/\d+(?=\/)/u, '/repos/owner/name')
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}$`, 'u')
}

function checkParameters(
  { path, query }: RecordedRequest,
  { path: template, parameters }: Operation,
): string[] {
  const given: Record<string, Record<string, string>> = {
    path: { ...patternOf(template).exec(nameRepository(path))?.groups },
    query,
  }
  const known = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name))
  const unknown = Object.keys(query).filter((name) => !known.has(name))
  return [
    ...unknown.map((name) => `there is no query parameter "${name}"`),
    ...parameters.flatMap(({ name, in: place, required, schema }) => {
      const text = given[place]?.[name]
      if (text === undefined) return required ? [`the parameter "${name}" is missing`] : []
      const value = place === 'path' ? decodeURIComponent(text) : text
      return check(schema, readParameter(value, schema), `the parameter "${name}"`)
    }),
  ]
}

function readParameter(text: string, schema: object): unknown {
  return 'type' in schema && schema.type === 'integer' && /^\d+$/u.test(text) ? Number(text) : text
}

function checkRequestBody({ body }: RecordedRequest, { requestBody }: Operation): string[] {
  if (requestBody === null) return body === undefined ? [] : ['it has a body, and should have none']
  const known = 'properties' in requestBody && isObject(requestBody.properties) ? requestBody.properties : {}
  const unknown = isObject(body) ? Object.keys(body).filter((name) => !Object.hasOwn(known, name)) : []
  return [
    ...unknown.map((name) => `its body has an unknown field "${name}"`),
    ...check(requestBody, body, 'its body'),
  ]
}

function checkAnswer({ status, responseBody, isFault }: RecordedRequest, { responses }: Operation): string[] {
  // What a test lets go wrong is the test's.
  if (status === undefined || isFault === true) return []
  const schema = responses[String(status)]
  if (schema !== undefined && schema !== null) return check(schema, responseBody, `the answer ${status}`)
  if (schema === null) return responseBody === undefined ? [] : [`the answer ${status} has a body`]
  return UNDESCRIBED_STATUSES.has(status) ? [] : [`the answer ${status} is not in the description`]
}

/** A schema is compiled at first use: most tests need two or three of them. */
function check(schema: object, value: unknown, what: string): string[] {
  const validate = ajv.compile(schema)
  if (validate(value)) return []
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${what}${instancePath} ${message ?? 'is wrong'}`)
}
