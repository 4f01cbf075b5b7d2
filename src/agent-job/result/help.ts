import { code, joinMarkdown, type Markdown, markdown, table } from '../../untrusted/markdown.ts'
import type { UntrustedText } from '../../untrusted/text.ts'

/**
 * The reply to `/docs help`, to a bare command without a prompt to fall back on, and to a word that looks like an option.
 * @param unknownWord where that is why
 */
export function renderHelp(command: string, unknownWord?: UntrustedText): Markdown {
  const word = code(command)
  const rows = [
    [
      markdown`${word} and an instruction`,
      markdown`An agent does it. The open documentation pull request of this conversation is continued.`,
    ],
    [
      markdown`${code(`${command} --new`)} and an instruction`,
      markdown`The same, always in a new pull request.`,
    ],
    [markdown`${word} alone`, markdown`The prompt that the workflow sets, or this help if it sets none.`],
    [code(`${command} check`), markdown`Checks the set-up. Nothing is sent to the agent.`],
    [code(`${command} help`), markdown`This help.`],
  ]
  return joinMarkdown(
    [
      ...(unknownWord === undefined
        ? [markdown`### 📖 How to ask for documentation`]
        : [
            markdown`### 📖 ${code(unknownWord, 100)} is no option`,
            markdown`No job was started. If the word is part of the text, put it in backticks.`,
          ]),
      markdown`Start a comment with ${word}, and say after it what should be written. An agent does it and opens a pull request, which is linked here.`,
      // Not a block, where other bots may look for commands, and as it is: people copy it.
      markdown`For example: ${code(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
      table([markdown`Comment`, markdown`What happens`], rows),
      markdown`The command must be the first word of the comment; upper and lower case make no difference. An edited comment starts nothing: write a new one.`,
    ],
    '\n\n',
  )
}
