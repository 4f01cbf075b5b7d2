import { registerHooks } from 'node:module'

// GitHub's own readers of workflows, `action.yml` and their expressions: what they mean here is what they mean there.
// The parser imports its schemas as JSON without the attribute that Node asks for, so a hook adds it.
const hooks = registerHooks({
  load: (url, context, nextLoad) =>
    /\/@actions\/workflow-parser\/.*\.json$/.test(url)
      ? nextLoad(url, { ...context, importAttributes: { type: 'json' } })
      : nextLoad(url, context),
})

export const {
  convertWorkflowTemplate,
  isBasicExpression,
  isMapping,
  isScalar,
  isSequence,
  isString,
  NoOperationTraceWriter,
  parseWorkflow,
} = await import('@actions/workflow-parser')
export const { convertActionTemplate } = await import('@actions/workflow-parser/actions/action-template')
export const { parseAction } = await import('@actions/workflow-parser/actions/action-parser')

hooks.deregister()
