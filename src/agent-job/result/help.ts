import { code, joinMarkdown, type Markdown, markdown, table } from '../../untrusted/markdown.ts'

/** The reply to `/docs help`, and to a bare command without a prompt to fall back on. */
export function renderHelp(command: string): Markdown {
  const word = code(command)
  const rows = [
    [
      markdown`${word} and an instruction`,
      markdown`An agent does it. Open documentation pull requests of this conversation are continued.`,
    ],
    [
      markdown`${code(`${command} --new`)} and an instruction`,
      markdown`The same, always in a new pull request.`,
    ],
    [markdown`${word} alone`, markdown`The prompt that the workflow sets, or this help if it sets none.`],
    [
      code(`${command} help`),
      markdown`This help. It does not test the API key; a run with \`dry-run: true\` does.`,
    ],
  ]
  return joinMarkdown(
    [
      markdown`### 📖 How to ask for documentation`,
      markdown`Start a comment with ${word}, and say after it what should be written. An agent does it and opens a pull request, which is linked here.`,
      // Not a block, where other bots may look for commands, and as it is: people copy it.
      markdown`For example: ${code(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
      table([markdown`Comment`, markdown`What happens`], rows),
      markdown`The command must be the first word of the comment; upper and lower case make no difference. An edited comment starts nothing: write a new one.`,
    ],
    '\n\n',
  )
}
