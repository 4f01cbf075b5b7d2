import { registerHooks } from 'node:module'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { FeatureFlags } from '@actions/expressions/features'

/** Values that an expression may read, by name: `github`, `inputs`, and so on, and what is below them. */
export type ExpressionContext = Record<string, unknown>

type JobStatus = 'success' | 'failure' | 'cancelled'

/**
 * The value of an expression (without `${{ }}` around it). Throws an Error when it is not an expression, or names a
 * function or a part of the context that does not exist. https://docs.github.com/actions/reference/workflows-and-actions/expressions
 */
function evaluateExpression(expression: string, context: ExpressionContext, jobStatus: JobStatus = 'success'): string {
  const holds = { always: true, success: false, failure: false, cancelled: false, [jobStatus]: true }
  const functions = Object.entries(holds).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }))
  const { tokens } = new Lexer(expression).lex()
  const parsed = new Parser(tokens, Object.keys(context), functions).parse()
  const values: unknown = JSON.parse(JSON.stringify(context), data.reviver)
  const byName = new Map(functions.map((each) => [each.name, each]))
  return new Evaluator(parsed, values as data.Dictionary, byName).evaluate().coerceString()
}

/** Whether a condition holds for a job in its present state. It is taken as it is: without `success()` in front. */
export function evaluateCondition(condition: string, jobStatus: JobStatus, context: ExpressionContext = {}): boolean {
  return evaluateExpression(`!(${condition})`, context, jobStatus) === 'false'
}

/** A part of a workflow or of an `action.yml` as GitHub's reader has it, its expressions not yet evaluated. */
export type Token = NonNullable<ReturnType<typeof parseWorkflow>['value']>

/** The text that a scalar stands for; an expression that is null is an empty one. */
export function evaluateText(token: Token, context: ExpressionContext): string {
  if (isBasicExpression(token)) return evaluateExpression(token.expression, context)
  return token.assertScalar('a text').toString()
}

/** The texts of a mapping, by name; none when there is no mapping. */
export function evaluateTexts(token: Token | undefined, context: ExpressionContext): Record<string, string> {
  const pairs = [...(token?.assertMapping('texts by name') ?? [])]
  return Object.fromEntries(pairs.map(({ key, value }) => [key.toString(), evaluateText(value, context)]))
}

// GitHub's own readers of workflows, `action.yml` and their expressions: what they mean here is what they mean there.
// The parser imports its schemas as JSON without the attribute that Node asks for, so a hook adds it.
const hooks = registerHooks({
  load: (url, context, nextLoad) =>
    /\/@actions\/workflow-parser\/.*\.json$/.test(url)
      ? nextLoad(url, { ...context, importAttributes: { type: 'json' } })
      : nextLoad(url, context),
})

export const { convertWorkflowTemplate, isBasicExpression, isMapping, NoOperationTraceWriter, parseWorkflow } =
  await import('@actions/workflow-parser')
export const { convertActionTemplate } = await import('@actions/workflow-parser/actions/action-template')
export const { parseAction } = await import('@actions/workflow-parser/actions/action-parser')
const { getWorkflowSchema } = await import('@actions/workflow-parser/workflows/workflow-schema')
const { TemplateContext, TemplateValidationErrors } = await import(
  '@actions/workflow-parser/templates/template-context'
)

hooks.deregister()

/** What GitHub has for everybody, and its reader only by a flag. */
export const featureFlags = new FeatureFlags({ allowBackgroundSteps: true })

/** For reading a workflow with these features. */
export function createWorkflowContext(): InstanceType<typeof TemplateContext> {
  const trace = new NoOperationTraceWriter()
  const context = new TemplateContext(new TemplateValidationErrors(), getWorkflowSchema(), trace)
  context.state['featureFlags'] = featureFlags
  return context
}
