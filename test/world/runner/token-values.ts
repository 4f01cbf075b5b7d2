import { data } from '@actions/expressions'
import type { parseWorkflow } from '@actions/workflow-parser'
import { type ExpressionContext, evaluateExpression } from './expression.ts'
import { isBasicExpression, isMapping, isScalar, isSequence } from './github-readers.ts'

/** A part of a workflow or of an `action.yml` as GitHub's reader has it, its expressions not yet evaluated. */
export type Token = NonNullable<ReturnType<typeof parseWorkflow>['value']>

/** The text that a scalar stands for; an expression that is null is an empty one. */
export function evaluateText(token: Token, context: ExpressionContext): string {
  if (isBasicExpression(token)) return evaluateExpression(token.expression, context).coerceString()
  return token.assertScalar('a text').toString()
}

/** The texts of a mapping, by name; none when there is no mapping. */
export function evaluateTexts(token: Token | undefined, context: ExpressionContext): Record<string, string> {
  if (token === undefined) return {}
  const pairs = [...token.assertMapping('texts by name')]
  return Object.fromEntries(pairs.map(({ key, value }) => [key.toString(), evaluateText(value, context)]))
}

/** The value that a token stands for, with all below it. */
export function evaluateValue(token: Token, context: ExpressionContext): unknown {
  if (isMapping(token))
    return Object.fromEntries(
      [...token].map(({ key, value }) => [key.toString(), evaluateValue(value, context)]),
    )
  if (isSequence(token)) return [...token].map((item) => evaluateValue(item, context))
  if (isBasicExpression(token))
    return JSON.parse(JSON.stringify(evaluateExpression(token.expression, context), data.replacer))
  return isScalar(token) && 'value' in token ? token.value : null
}
