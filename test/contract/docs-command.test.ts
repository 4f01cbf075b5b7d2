import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { read } from './project-files.ts'

interface DeclaredInput {
  required?: boolean
  type?: string
  default?: unknown
}

interface Step {
  id?: string
  if?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

const workflow = parse(read('.github/workflows/docs-command.yml'))
const { inputs, secrets, outputs } = workflow.on.workflow_call as Record<
  string,
  Record<string, DeclaredInput>
>
const action = parse(read('action.yml')) as {
  inputs: Record<string, DeclaredInput>
  outputs: object
  runs: { main: string; post: string }
}
const steps = workflow.jobs.docs.steps as Step[]
const docs = findStep(({ id }) => id === 'docs')

describe('the workflow that others call', () => {
  test('the reusable workflow passes every input and secret on to the input of that name, and nothing else', () => {
    const inputsPassed = Object.keys(inputs ?? {}).map((name) => [name, expression(`inputs.${name}`)])
    const secretsPassed = Object.keys(secrets ?? {}).map((name) => [name, expression(`secrets.${name}`)])
    expect(docs.with).toEqual(Object.fromEntries([...inputsPassed, ...secretsPassed]))
  })

  test.each(Object.entries(inputs ?? {}))(
    'the input %s of the reusable workflow is as in action.yml',
    (name, declared) => {
      const original = action.inputs[name]
      expect(declared.required ?? false).toBe(original?.required ?? false)
      // A workflow has types and an action has not, so `false` here is `'false'` there.
      expect(declared.default === undefined ? undefined : String(declared.default)).toBe(original?.default)
      expect(typeof (declared.default ?? '')).toBe(declared.type)
    },
  )

  test('the reusable workflow returns outputs that the action has', () => {
    for (const name of Object.keys(outputs ?? {})) {
      expect(action.outputs).toHaveProperty(name)
      expect(workflow.on.workflow_call.outputs[name].value).toBe(expression(`jobs.docs.outputs.${name}`))
      expect(workflow.jobs.docs.outputs[name]).toBe(expression(`steps.docs.outputs.${name}`))
    }
  })

  test('the reusable workflow leaves the other inputs out for a reason', () => {
    const left = Object.keys(action.inputs).filter((name) => !Object.hasOwn(docs.with ?? {}, name))
    // Files are not checked out; a command is answered in its own thread, by the workflow's own token, in one run, whoever wrote the thread.
    expect(new Set(left)).toEqual(
      new Set([
        'prompt-file',
        'ignore-authors',
        'job-id',
        'wait',
        'poll-interval',
        'comment',
        'issue-number',
        'github-token',
      ]),
    )
  })

  test('the reusable workflow runs the action of its own commit, checked out where `uses` looks for it', () => {
    const { with: inputs } = findStep(({ uses }) => uses?.startsWith('actions/checkout@') === true)
    expect(inputs?.['repository']).toMatch(
      /^\$\{\{ job\.workflow_repository \|\| '[\w-]+\/docs-agent-action' \}\}$/,
    )
    expect(inputs?.['ref']).toBe(expression("job.workflow_sha || 'v1'"))
    expect(docs.uses).toBe(`./${inputs?.['path']}`)
    const folders = String(inputs?.['sparse-checkout']).trim().split('\n')
    for (const file of ['action.yml', action.runs.main, action.runs.post])
      expect(folders.some((folder) => `/${file}`.startsWith(folder))).toBe(true)
  })

  test('the reusable workflow refuses an empty command before anything else', () => {
    const [first] = steps
    expect(first?.if).toBe("inputs.command == ''")
    const { status, stdout } = spawnSync('bash', ['-e', '-c', first?.run ?? ''], { encoding: 'utf8' })
    expect(stdout).toMatch(/^::error::command: it is empty\. /)
    expect(status).toBe(1)
  })
})

function findStep(isWanted: (step: Step) => boolean): Step {
  const step = steps.find(isWanted)
  if (step === undefined) throw new Error('The workflow has no such step.')
  return step
}

function expression(name: string): string {
  return `\${{ ${name} }}`
}
