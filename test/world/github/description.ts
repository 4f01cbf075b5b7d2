import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { type ApiAnswer, type ApiRequest, isGraphql, isObject } from './api-message.ts'
import { readQuery } from './graphql.ts'
import type { RecordedRequest } from './server.ts'

interface Operation {
  method: string
  path: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: { type?: string } }[]
  /** Null: there is no body. */
  requestBody: object | null
  responses: Record<string, Schema | null>
}

/** The part of JSON Schema that `complete` reads. */
interface Schema {
  $ref?: string
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/** Part of GitHub's own OpenAPI description, as `scripts/trim-github-description.ts` cuts it out. */
const description: { operations: Operation[]; schemas: Record<string, Schema> } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'description.json'), 'utf8'),
)

const operations = description.operations.map((operation) => ({
  ...operation,
  pattern: patternOf(operation),
  query: describeQuery(operation),
  requestBody: operation.requestBody && { ...operation.requestBody, additionalProperties: false },
}))

// GitHub's schemas are compiled in a tenth of the time as functions that call each other, and without a check of their own.
const fast = { inlineRefs: false, code: { optimize: false }, validateSchema: false, meta: false }
// A query has only texts.
const ajv = new Ajv({ strict: false, allErrors: true, ...fast })
const queryAjv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, ...fast })
for (const each of [ajv, queryAjv]) addFormats.default(each)
for (const [name, schema] of Object.entries(description.schemas)) ajv.addSchema({ ...schema, $id: `/schemas/${name}` })

/** Every operation may answer these, and few of the descriptions say so: not allowed, too often, in trouble. */
const UNDESCRIBED_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 429, 500, 502, 503])

/** Says what in a request, and in the answer that was given to it, is not as GitHub's own description has it. */
export function findViolations(request: RecordedRequest): string[] {
  const { method, path, query, body } = request
  if (isGraphql(request)) return findGraphqlViolations(request)
  const operation = findOperation(request)
  if (operation === undefined) return [`${method} ${path} is not in the description.`]
  const problems = [
    ...check(operation.query, { ...query }, 'its query', queryAjv),
    ...check(operation.requestBody, body, 'its body'),
    ...checkAnswer(request, operation),
  ]
  return problems.map((problem) => `${method} ${path}: ${problem}`)
}

/** What a REST request asks for; undefined if GitHub's description doesn't have it. */
export function findOperation({ method, path }: Pick<RecordedRequest, 'method' | 'path'>) {
  return operations.find((each) => each.method === method && each.pattern.test(path))
}

/** Adds the fields that GitHub always sends, and no action reads: this world has only the others. */
export function complete(request: ApiRequest, answer: ApiAnswer): ApiAnswer {
  const schema = findOperation(request)?.responses[answer.status]
  return schema ? { ...answer, body: JSON.stringify(fillIn(schema, JSON.parse(answer.body))) } : answer
}

function fillIn(schema: Schema, value: unknown): unknown {
  const { $ref, allOf, anyOf, oneOf, properties = {}, required = [], items = {} } = schema
  if ($ref !== undefined) return fillIn(description.schemas[$ref.replace('/schemas/', '')] ?? {}, value)
  if (allOf !== undefined) return allOf.reduce((filled, part) => fillIn(part, filled), value)
  const [choice, ...others] = anyOf ?? oneOf ?? []
  if (choice !== undefined) {
    const isNullable = others.some(({ type }) => type === 'null')
    return isNullable && (value ?? null) === null ? null : fillIn(choice, value)
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(items, item))
  if (isObject(value) || (value === undefined && schema.type === 'object')) {
    const given: Record<string, unknown> = value ?? {}
    const names = [...new Set([...required, ...Object.keys(given)])]
    return Object.fromEntries(names.map((name) => [name, fillIn(properties[name] ?? {}, given[name])]))
  }
  return value === undefined ? makeUp(schema) : value
}

function makeUp({ enum: values, type, format }: Schema): unknown {
  if (values !== undefined) return values[0]
  if (type === 'array') return []
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return 0
  return { uri: 'https://example.com/', 'date-time': '2020-01-01T00:00:00Z' }[String(format)] ?? ''
}

/** Errors without a type are those of the query or of this world; GitHub gives one to every refusal. */
function findGraphqlViolations({ method, path, body, responseBody, isFault }: RecordedRequest): string[] {
  const { query } = Object(body)
  const errors = isFault === true ? [] : (Object(responseBody).errors ?? [])
  return [
    ...readQuery(String(query)).problems,
    ...errors.filter((each: { type?: string }) => each.type === undefined),
  ].map(({ message }) => `${method} ${path}: ${message}`)
}

function patternOf({ path, parameters }: Operation): RegExp {
  const isNumber = (name: string) =>
    parameters.some((parameter) => parameter.name === name && parameter.schema.type === 'integer')
  const pattern = path
    .replace('/repos/{owner}/{repo}', '/(repos/[^/]+/[^/]+)')
    .replace(/\{(\w+)\}/gu, (_, name: string) => (isNumber(name) ? '\\d+' : '[^/]+'))
  return new RegExp(`^${pattern}$`, 'u')
}

function describeQuery({ parameters }: Operation): object {
  const own = parameters.filter((parameter) => parameter.in === 'query')
  return {
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

function checkAnswer({ status, responseBody, isFault }: RecordedRequest, { responses }: Operation): string[] {
  // What a test lets go wrong is the test's.
  if (status === undefined || isFault === true) return []
  const schema = responses[status]
  if (schema !== undefined) return check(schema, responseBody, `the answer ${status}`)
  return UNDESCRIBED_STATUSES.has(status) ? [] : [`the answer ${status} is not in the description`]
}

/** A schema is compiled at first use: most tests need two or three of them. */
function check(schema: object | null, value: unknown, what: string, compiler = ajv): string[] {
  if (schema === null) return value === undefined ? [] : [`${what} should not be there`]
  const validate = compiler.compile(schema)
  validate(value)
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${what}${instancePath} ${message}: ${JSON.stringify(params)}`)
}
