/** Values that an expression may read, by name: `github`, `inputs`, and so on, and what is below them. */
export type ExpressionContext = Record<string, unknown>

export type JobStatus = 'success' | 'failure' | 'cancelled'

/**
 * Replace every `${{ expression }}` of a text by its value; a property that is not there is empty.
 * Throws an Error at anything but what this file understands, as a test world must not guess.
 * https://docs.github.com/actions/reference/workflows-and-actions/expressions
 */
export function evaluateTemplate(template: string, context: ExpressionContext): string {
  return template.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    formatValue(parseExpression(expression)({ context })),
  )
}

/** Whether an `if` or `post-if`, with `${{ }}` around it or not, holds for a job that stands as it does. */
export function evaluateCondition(
  condition: string,
  jobStatus: JobStatus,
  context: ExpressionContext = {},
): boolean {
  const expression = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition
  const holds = isTrue(parseExpression(expression)({ context, jobStatus }))
  // Without a function that asks for the status, success is meant as well.
  return holds && (/\b(?:always|success|failure|cancelled)\(/.test(expression) || jobStatus === 'success')
}

interface Scope {
  context: ExpressionContext
  jobStatus?: JobStatus
}

type Evaluate = (scope: Scope) => unknown

/** Reads the whole expression before anything is evaluated, so that one that is not understood shows at once. */
function parseExpression(text: string): Evaluate {
  const tokens = splitTokens(text)
  const evaluate = parseAlternatives(tokens)
  if (tokens.length > 0) throw refuse(text)
  return evaluate
}

function splitTokens(text: string): string[] {
  const token = /\s*('(?:[^']|'')*'|\d+(?:\.\d+)?|&&|\|\||[!=]=|[!(),]|[a-z_][\w-]*(?:\.[a-z_][\w-]*)*)\s*/giy
  const tokens: string[] = []
  while (token.lastIndex < text.length) {
    const found = token.exec(text)?.[1]
    if (found === undefined) throw refuse(text)
    tokens.push(found)
  }
  return tokens
}

function parseAlternatives(tokens: string[]): Evaluate {
  const left = parseTerms(tokens)
  if (!takeToken(tokens, '||')) return left
  const right = parseAlternatives(tokens)
  return (scope) => {
    const value = left(scope)
    return isTrue(value) ? value : right(scope)
  }
}

function parseTerms(tokens: string[]): Evaluate {
  const left = parseComparison(tokens)
  if (!takeToken(tokens, '&&')) return left
  const right = parseTerms(tokens)
  return (scope) => {
    const value = left(scope)
    return isTrue(value) ? right(scope) : value
  }
}

function parseComparison(tokens: string[]): Evaluate {
  const left = parseOperand(tokens)
  const operator = ['==', '!='].find((name) => takeToken(tokens, name))
  if (operator === undefined) return left
  const right = parseOperand(tokens)
  return (scope) => areEqual(left(scope), right(scope)) === (operator === '==')
}

function parseOperand(tokens: string[]): Evaluate {
  if (takeToken(tokens, '!')) {
    const operand = parseOperand(tokens)
    return (scope) => !isTrue(operand(scope))
  }
  if (takeToken(tokens, '(')) {
    const inner = parseAlternatives(tokens)
    expectToken(tokens, ')')
    return inner
  }
  const token = tokens.shift() ?? ''
  if (takeToken(tokens, '(')) return parseCall(token, tokens)
  return parseValue(token)
}

function parseValue(token: string): Evaluate {
  const literals = new Map<string, unknown>([
    ['true', true],
    ['false', false],
    ['null', null],
  ])
  if (literals.has(token)) return () => literals.get(token)
  if (token.startsWith("'")) return () => token.slice(1, -1).replaceAll("''", "'")
  if (/^\d/.test(token)) return () => Number(token)
  if (!/^[a-z_]/i.test(token)) throw refuse(token)
  return ({ context }) => readProperty(token, context)
}

const functions: Record<string, { parameters: number; call: (values: unknown[], scope: Scope) => boolean }> =
  {
    always: { parameters: 0, call: () => true },
    success: { parameters: 0, call: (_, { jobStatus }) => jobStatus === 'success' },
    failure: { parameters: 0, call: (_, { jobStatus }) => jobStatus === 'failure' },
    cancelled: { parameters: 0, call: (_, { jobStatus }) => jobStatus === 'cancelled' },
    startsWith: {
      parameters: 2,
      call: ([text, start]) => formatValue(text).toLowerCase().startsWith(formatValue(start).toLowerCase()),
    },
  }

function parseCall(name: string, tokens: string[]): Evaluate {
  const called = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (called === undefined) throw refuse(`${name}()`)
  const parameters: Evaluate[] = []
  while (!takeToken(tokens, ')')) {
    if (parameters.length > 0) expectToken(tokens, ',')
    parameters.push(parseAlternatives(tokens))
  }
  if (parameters.length !== called.parameters) throw refuse(`${name}()`)
  return (scope) =>
    called.call(
      parameters.map((parameter) => parameter(scope)),
      scope,
    )
}

function takeToken(tokens: string[], token: string): boolean {
  if (tokens[0] !== token) return false
  tokens.shift()
  return true
}

function expectToken(tokens: string[], token: string): void {
  if (!takeToken(tokens, token)) throw refuse(tokens.join(' '))
}

function refuse(text: string): Error {
  return new Error(`This runner cannot evaluate the expression '${text.trim()}'.`)
}

/** A property that is not there is null; a context that is not there at all is a mistake in the workflow. */
function readProperty(path: string, context: ExpressionContext): unknown {
  const names = path.split('.')
  if (!Object.hasOwn(context, names[0] ?? '')) throw refuse(path)
  return names.reduce<unknown>(readKey, context) ?? null
}

function readKey(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function isTrue(value: unknown): boolean {
  return value !== null && value !== false && value !== 0 && value !== ''
}

function areEqual(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase()
  return typeof left === typeof right ? left === right : Number(left) === Number(right)
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'object' ? 'Object' : String(value)
}
