/** Values that an expression may read, by name: here `github` and what is below it. */
export type ExpressionContext = Record<string, unknown>

/**
 * Replace every `${{ github.some.property }}` of a text by its value; what is not there is empty.
 * Only properties are understood. Throws an Error at any other expression, as a test world must not guess.
 */
export function evaluateTemplate(template: string, context: ExpressionContext): string {
  return template.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    formatValue(readProperty(expression.trim(), context)),
  )
}

/** Whether a `post-if` holds for a job that stands as it does: status functions, `!`, `&&` and `||`. */
export function evaluateCondition(condition: string, jobStatus: JobStatus): boolean {
  return condition
    .split('||')
    .some((alternative) => alternative.split('&&').every((term) => evaluateTerm(term.trim(), jobStatus)))
}

export type JobStatus = 'success' | 'failure' | 'cancelled'

function evaluateTerm(term: string, jobStatus: JobStatus): boolean {
  if (term.startsWith('!')) {
    return !evaluateTerm(term.slice(1).trim(), jobStatus)
  }
  const name = /^(always|success|failure|cancelled)\(\s*\)$/.exec(term)?.[1]
  if (name === undefined) {
    throw new Error(`This runner cannot evaluate the condition '${term}'.`)
  }
  return name === 'always' || name === jobStatus
}

function readProperty(expression: string, context: ExpressionContext): unknown {
  if (!/^[a-z_][\w-]*(\.[a-z_][\w-]*)+$/i.test(expression)) {
    throw new Error(`This runner cannot evaluate the expression '${expression}'.`)
  }
  return expression.split('.').reduce<unknown>(readKey, context)
}

function readKey(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'object' ? 'Object' : String(value)
}
