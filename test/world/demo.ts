import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { escapeInvisible } from '../../src/untrusted/escape.ts'
import { checkStory } from './demo/checks.ts'
import { writePage } from './demo/page.ts'
import { people, playStory, traffic } from './demo/story.ts'
import { createWorld } from './index.ts'

// The whole loop, for a person. Exit code 0: the pull request is really there, and the export is whole.

const usage = `Shows the whole loop, from a comment to the pull request, on servers that live on this machine only.

  npm run demo                             with the prompt that comes with it
  npm run demo -- "Document the webhooks"  with your own
  npm run demo -- --output folder          writes its page to folder/index.html (default: demo-output)
  npm run demo -- --agent-takes 200        lets the agent take as many seconds for the first command
`

/** The README begins with it. */
const defaultPrompt = 'document the configuration of retries'

// `npm run demo | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`\nThe demo can't go on. ${error instanceof Error ? error.message : String(error)}`)
  console.error('`npm run demo -- --help` says how it is called.')
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
  console.log(
    'From a comment to a documentation pull request: the built actions, an emulated GitHub, no network.',
  )
  await using world = await createWorld({ github: { people }, docsService: { pageViews: traffic } })
  const prompt = positionals.join(' ').trim() || defaultPrompt
  const agentMs = Number(values['agent-takes']) * 1000
  // It may come from anybody: nothing in it reaches the terminal as a control sequence.
  const tell = (...lines: string[]) => console.log(lines.map(escapeInvisible).join('\n'))
  const story = await playStory(world, prompt, agentMs, tell)
  const page = writePage(resolve(values.output), story)
  const checks = checkStory(story)
  console.log('\nWhat came of it\n')
  for (const [claim, holds] of checks) console.log(`${holds ? '✔' : '✘'} ${claim}`)
  console.log(`\nThe same as GitHub shows it: ${relative(process.cwd(), page)}\n${pathToFileURL(page).href}`)
  return checks.every(([, holds]) => holds) ? 0 : 1
}
