import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { read } from './project-files.ts'

interface DeclaredInput {
  required?: boolean
  type?: string
  default?: unknown
}

const workflow = parse(read('.github/workflows/docs-command.yml'))
const { inputs, secrets, outputs } = workflow.on.workflow_call as Record<
  string,
  Record<string, DeclaredInput>
>
const action = parse(read('action.yml')) as { inputs: Record<string, DeclaredInput>; outputs: object }
const [step] = workflow.jobs.docs.steps

describe('the workflow that others call', () => {
  test('passes every input and secret on to the input of that name, and nothing else', () => {
    const inputsPassed = Object.keys(inputs ?? {}).map((name) => [name, expression(`inputs.${name}`)])
    const secretsPassed = Object.keys(secrets ?? {}).map((name) => [name, expression(`secrets.${name}`)])
    expect(step.with).toEqual(Object.fromEntries([...inputsPassed, ...secretsPassed]))
  })

  test.each(Object.entries(inputs ?? {}))('%s is as in action.yml', (name, declared) => {
    const original = action.inputs[name]
    expect(declared.required ?? false).toBe(original?.required ?? false)
    // A workflow has types and an action has not, so `false` here is `'false'` there.
    expect(declared.default === undefined ? undefined : String(declared.default)).toBe(original?.default)
    expect(typeof (declared.default ?? '')).toBe(declared.type)
  })

  test('hands outputs back that the action has', () => {
    for (const name of Object.keys(outputs ?? {})) {
      expect(action.outputs).toHaveProperty(name)
      expect(workflow.on.workflow_call.outputs[name].value).toBe(expression(`jobs.docs.outputs.${name}`))
      expect(workflow.jobs.docs.outputs[name]).toBe(expression(`steps.${step.id}.outputs.${name}`))
    }
  })

  test('leaves the rest of the inputs out for a reason', () => {
    const left = Object.keys(action.inputs).filter((name) => !Object.hasOwn(step.with, name))
    // Files are not checked out; a command is answered in its own thread, by the workflow's own token, in one run.
    expect(left).toEqual([
      'prompt-file',
      'job-id',
      'wait',
      'poll-interval',
      'comment',
      'issue-number',
      'github-token',
    ])
  })
})

function expression(name: string): string {
  return `\${{ ${name} }}`
}
