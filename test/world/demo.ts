import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { escapeInvisible } from '../../src/untrusted/escape.ts'
import { checkStory } from './demo/checks.ts'
import { writePage } from './demo/page.ts'
import { people, playStory, traffic } from './demo/story.ts'
import { createWorld } from './index.ts'

// Shows people everything that the actions do. Exit code 0: everything in `checks.ts` holds.

const usage = `Runs the built actions from a comment to the merged pull request, with emulated servers on this machine.

  npm run demo                             uses the default prompt
  npm run demo -- "Document the webhooks"  uses your own prompt
  npm run demo -- --output folder          writes the page to folder/index.html (default: demo-output)
  npm run demo -- --agent-takes 200        sets the agent's seconds for the first command
`

/** The first sentence of the README has this command. */
const defaultPrompt = 'document how to configure retries'

// `npm run demo | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`\nThe demo failed. ${error instanceof Error ? error.message : String(error)}`)
  console.error('For its options, run `npm run demo -- --help`.')
  process.exitCode = 1
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      output: { type: 'string', default: join(import.meta.dirname, '../../demo-output') },
      'agent-takes': { type: 'string', default: '1.7' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) {
    console.log(usage)
    return 0
  }
  console.log(`From a comment to a documentation pull request

The built actions run on this machine, against an emulated GitHub and an emulated documentation service.
No request leaves the machine. Indented lines are the logs of the actions. This takes about ten seconds.`)
  await using world = await createWorld({ github: { people }, docsService: { pageViews: traffic } })
  const prompt = positionals.join(' ').trim() || defaultPrompt
  const agentMs = Number(values['agent-takes']) * 1000
  // A prompt can contain control sequences, which must not reach the terminal.
  const tell = (...lines: string[]) => console.log(lines.map(escapeInvisible).join('\n'))
  const story = await playStory(world, prompt, agentMs, tell)
  const page = writePage(resolve(values.output), story)
  const checks = checkStory(story)
  console.log('\nResults, checked on the servers\n')
  for (const [claim, holds] of checks) console.log(`${holds ? '✔' : '✘'} ${claim}`)
  console.log(
    `\nTo see it as GitHub shows it, open ${relative(process.cwd(), page)} in a browser:\n${pathToFileURL(page).href}`,
  )
  return checks.every(([, holds]) => holds) ? 0 : 1
}
