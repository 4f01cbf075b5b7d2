import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

/** Values that an expression may read, by name: `github`, `inputs`, and so on, and what is below them. */
export type ExpressionContext = Record<string, unknown>

export type JobStatus = 'success' | 'failure' | 'cancelled'

/**
 * The value of an expression (without `${{ }}` around it). Throws an Error when it is not an expression, or names a
 * function or a part of the context that does not exist. https://docs.github.com/actions/reference/workflows-and-actions/expressions
 */
export function evaluateExpression(
  expression: string,
  context: ExpressionContext,
  jobStatus: JobStatus = 'success',
): data.ExpressionData {
  const functions = describeStatusFunctions(jobStatus)
  const { tokens } = new Lexer(expression).lex()
  const parsed = new Parser(tokens, Object.keys(context), functions).parse()
  const values: unknown = JSON.parse(JSON.stringify(context), data.reviver)
  const byName = new Map(functions.map((each) => [each.name, each]))
  return new Evaluator(parsed, values as data.Dictionary, byName).evaluate()
}

/** Whether a condition holds for a job that stands as it does. It is taken as it is: without `success()` in front. */
export function evaluateCondition(
  condition: string,
  jobStatus: JobStatus,
  context: ExpressionContext = {},
): boolean {
  const negated = evaluateExpression(`!(${condition})`, context, jobStatus)
  return negated.coerceString() === 'false'
}

type StatusFunction =
  NonNullable<ConstructorParameters<typeof Evaluator>[2]> extends Map<string, infer Definition>
    ? Definition
    : never

function describeStatusFunctions(jobStatus: JobStatus): StatusFunction[] {
  const holds = { always: true, success: false, failure: false, cancelled: false, [jobStatus]: true }
  return Object.entries(holds).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }))
}
